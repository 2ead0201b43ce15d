// Lets a Swift program whose main thread has nothing left to do run under valgrind 3.19. libdispatch then calls sigsuspend with a mask in
// memory that is only for reading, and this valgrind writes into the mask and ends.
#define _GNU_SOURCE
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  sigset_t copy = *mask;
  // The kernel's masks have eight bytes.
  return (int)syscall(SYS_rt_sigsuspend, &copy, 8);
}
