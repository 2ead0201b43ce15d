// The notes of one thread. Its code writes them; its signal handler reads them.
#ifndef ESPALIER_CRASH_NOTES_H
#define ESPALIER_CRASH_NOTES_H

#include "crash.h"

// Longer texts are cut. A length fits into one byte.
enum { espalier_note_longest = 192, espalier_notes_deepest = 6 };

struct espalier_note {
  unsigned char counts[espalier_crash_fields];
  char texts[espalier_crash_fields][espalier_note_longest];
};

struct espalier_notes {
  // May exceed the number of notes that fit. Notes beyond that are not written.
  int depth;
  struct espalier_note all[espalier_notes_deepest];
};

// Returns the calling thread's top note; NULL if it has none.
const struct espalier_note *_Nullable espalier_top_note(void);

#endif
