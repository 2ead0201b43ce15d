#pragma once

/// Sets callgrind's counters to zero.
void callgrind_begin(void);

/// Makes callgrind write its counters to a dump named "SIDE NAME" and set them to zero.
void callgrind_end(const char *side, const char *name);
