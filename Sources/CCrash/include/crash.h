// Reports a crash: which request and which page's code the crashing thread was running.
//
// In C, because a signal handler may call almost nothing: no allocation, no lock, no runtime. Every thread keeps notes in
// fixed memory of its own; only its own signal handler reads them.
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

// Begins a note of the calling thread above those that it has. `copies`: it starts as a copy of the one below.
void espalier_crash_begin(int copies);
// Writes a field of the top note; what does not fit is cut.
void espalier_crash_set(enum espalier_crash_field field, const void *_Nullable bytes, size_t count);
// Removes the top note.
void espalier_crash_end(void);

// Handles SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT from now on: writes the top note of the crashing thread to
// standard error, then does what the handler from before does. Calls may nest.
void espalier_crash_install(void);
// Puts the handlers from before back, at the last of as many calls as there were of `espalier_crash_install`.
void espalier_crash_uninstall(void);
// The descriptor to which a crash in the phase "making" appends one line; -1 for none.
void espalier_crash_record_to(int descriptor);

// Gives the calling thread a stack for signal handlers, so that the overflow of its own stack is reported too. NULL where
// it has one, or where there is no memory.
void *_Nullable espalier_crash_stack_begin(void);
// Takes that stack away again.
void espalier_crash_stack_end(void *_Nullable stack);

#pragma clang assume_nonnull end
#endif
