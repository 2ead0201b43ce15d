// Ends a process that crashes, also if nobody reads standard error.
//
// In C, because a signal handler may call almost nothing: no allocation, no lock, no runtime.
#ifndef ESPALIER_CRASH_H
#define ESPALIER_CRASH_H

#include <stdint.h>

// Installs a handler for SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT. It calls the previous handler, and ends the
// process by SIGALRM if that takes longer than a minute, or 2 s if standard error is full. Swift's handler stops all threads
// and writes to standard error. If nobody reads that, it would wait forever, and no supervisor would restart the server.
// Calls may nest.
void espalier_crash_install(void);
// Restores the previous handlers, when it was called as often as `espalier_crash_install`.
void espalier_crash_uninstall(void);

// While a handler is installed, a crash writes the number of its thread to this place; null for none.
void espalier_crash_note_at(uint16_t *place);
// Gives the calling thread its number, which is not 0.
void espalier_crash_number(uint16_t number);

#endif
