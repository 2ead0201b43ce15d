#define _GNU_SOURCE
#include "notes.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

static _Thread_local struct espalier_notes notes;

// Keeps the compiler from reordering writes that a handler on the same thread reads.
static void publish(void) { atomic_signal_fence(memory_order_seq_cst); }

void espalier_crash_begin(int copies) {
  int depth = notes.depth;
  if (depth < espalier_notes_deepest) {
    struct espalier_note *new = &notes.all[depth];
    if (copies && depth > 0) {
      *new = notes.all[depth - 1];
    } else {
      memset(new->counts, 0, sizeof new->counts);
    }
  }
  publish();
  notes.depth = depth + 1;
  publish();
}

void espalier_crash_set(enum espalier_crash_field field, const void *bytes, size_t count) {
  if (notes.depth < 1 || notes.depth > espalier_notes_deepest) return;
  struct espalier_note *top = &notes.all[notes.depth - 1];
  if (count > espalier_note_longest) count = espalier_note_longest;
  top->counts[field] = 0;
  publish();
  if (bytes) memcpy(top->texts[field], bytes, count);
  publish();
  top->counts[field] = bytes ? (unsigned char)count : 0;
  publish();
}

void espalier_crash_end(void) {
  publish();
  if (notes.depth > 0) notes.depth -= 1;
  publish();
}

const struct espalier_note *espalier_top_note(void) {
  int depth = notes.depth < espalier_notes_deepest ? notes.depth : espalier_notes_deepest;
  return depth > 0 ? &notes.all[depth - 1] : NULL;
}

static const size_t stack_size = 64 << 10;

void *espalier_crash_stack_begin(void) {
  stack_t before;
  if (sigaltstack(NULL, &before) != 0 || !(before.ss_flags & SS_DISABLE)) return NULL;
  void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return NULL;
  stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
  if (sigaltstack(&stack, NULL) == 0) return memory;
  munmap(memory, stack_size);
  return NULL;
}

void espalier_crash_stack_end(void *stack) {
  if (!stack) return;
  stack_t none = {.ss_flags = SS_DISABLE};
  sigaltstack(&none, NULL);
  munmap(stack, stack_size);
}
