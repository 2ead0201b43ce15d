#define _GNU_SOURCE
#include "crash.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { signal_count = sizeof signals / sizeof signals[0] };

static struct sigaction before[signal_count];
static atomic_int installed;
static _Atomic(uint16_t *) place;
static _Thread_local uint16_t own_number;

void espalier_crash_note_at(uint16_t *new_place) { atomic_store(&place, new_place); }

void espalier_crash_number(uint16_t number) { own_number = number; }

static int takes_text(int descriptor) {
  struct pollfd wanted = {.fd = descriptor, .events = POLLOUT};
  return poll(&wanted, 1, 0) == 1 && (wanted.revents & POLLOUT);
}

// Sets an alarm that ends the process, then passes the signal to the previous handler. If that is the default action,
// raises the signal again: it is delivered when this handler returns, and ends the process.
static void handle(int number, siginfo_t *info, void *context) {
  int saved = errno, index = 0;
  uint16_t *noted = atomic_load(&place);
  if (noted && own_number) *noted = own_number;
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  signal(SIGALRM, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  alarm(takes_text(STDERR_FILENO) ? 60 : 2);
  while (index < signal_count - 1 && signals[index] != number) index++;
  struct sigaction *old = &before[index];
  sigaction(number, old, NULL);
  if (old->sa_flags & SA_SIGINFO) {
    old->sa_sigaction(number, info, context);
  } else {
    raise(number);
  }
  errno = saved;
}

void espalier_crash_install(void) {
  if (atomic_fetch_add(&installed, 1) > 0) return;
  struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < signal_count; index++) sigaction(signals[index], &action, &before[index]);
}

void espalier_crash_uninstall(void) {
  if (atomic_fetch_sub(&installed, 1) != 1) return;
  for (int index = 0; index < signal_count; index++) sigaction(signals[index], &before[index], NULL);
}
