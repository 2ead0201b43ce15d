#include "callgrind_marks.h"

#include <stdio.h>

// The requests are macros in valgrind's headers. Without these headers, or outside valgrind, they do nothing.
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name) (void)(name)
#endif

void callgrind_begin(void) { CALLGRIND_ZERO_STATS; }

void callgrind_end(const char *side, const char *name) {
  char mark[256];
  snprintf(mark, sizeof mark, "%s %s", side, name);
  CALLGRIND_DUMP_STATS_AT(mark);
}
