#include <sqlite3.h>

// Swift does not import the cast in SQLITE_TRANSIENT, which makes SQLite copy the bytes that it gets.
static inline sqlite3_destructor_type espalier_sqlite_transient(void) { return SQLITE_TRANSIENT; }
