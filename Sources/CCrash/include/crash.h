// Reports a crash: the request and the page whose code the crashing thread was running.
//
// In C, because a signal handler may call almost nothing: no allocation, no lock, no runtime. Every thread has its own
// notes in fixed memory. Only its own signal handler reads them.
#ifndef ESPALIER_CRASH_H
#define ESPALIER_CRASH_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The fields of a note, in the order in which a report prints them.
enum espalier_crash_field {
  espalier_crash_phase,
  espalier_crash_id,
  espalier_crash_method,
  espalier_crash_path,
  espalier_crash_page,
  espalier_crash_browser,
  espalier_crash_tab,
  espalier_crash_node,
  espalier_crash_event,
  espalier_crash_fields,
};

// Pushes a note onto the calling thread's notes. With `copies`, the new note starts as a copy of the note below it.
void espalier_crash_begin(int copies);
// Writes a field of the top note. Longer text is cut.
void espalier_crash_set(enum espalier_crash_field field, const void *_Nullable bytes, size_t count);
// Removes the top note.
void espalier_crash_end(void);

// Installs a handler for SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT. It writes the top note of the crashing
// thread to standard error, then calls the previous handler. Calls may nest.
void espalier_crash_install(void);
// Restores the previous handlers, when it was called as often as `espalier_crash_install`.
void espalier_crash_uninstall(void);
// Sets the descriptor to which a crash in the phase "making" appends one line; -1 for none.
void espalier_crash_record_to(int descriptor);

// Gives the calling thread a stack for signal handlers, so that an overflow of its own stack is reported too. Returns
// NULL if the thread has one already, or if memory is short.
void *_Nullable espalier_crash_stack_begin(void);
// Removes that stack.
void espalier_crash_stack_end(void *_Nullable stack);

#pragma clang assume_nonnull end
#endif
