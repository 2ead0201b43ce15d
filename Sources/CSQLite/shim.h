#include <sqlite3.h>

// Swift does not import the cast in SQLITE_TRANSIENT, which makes SQLite copy the bytes that it gets.
static inline sqlite3_destructor_type espalier_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// A build of SQLite may lack these functions, and its header then hides some of them. Weak symbols are null if the
// library that is found at run time does not have them.
typedef void (*espalier_preupdate)(void *, sqlite3 *, int, char const *, char const *, sqlite3_int64, sqlite3_int64);
extern void *sqlite3_preupdate_hook(sqlite3 *, espalier_preupdate, void *) __attribute__((weak));
extern const char *sqlite3_column_table_name(sqlite3_stmt *, int) __attribute__((weak));
extern const char *sqlite3_column_origin_name(sqlite3_stmt *, int) __attribute__((weak));

// Calls `hook` before each change of a row. Returns 0 if SQLite has no such hook.
static inline int espalier_sqlite_preupdate(sqlite3 *database, espalier_preupdate hook, void *context) {
  if (!sqlite3_preupdate_hook) return 0;
  sqlite3_preupdate_hook(database, hook, context);
  return 1;
}

// The table and the column that a result column comes from; null if it is an expression, or if SQLite cannot tell.
static inline const char *espalier_sqlite_table(sqlite3_stmt *statement, int column) {
  return sqlite3_column_table_name ? sqlite3_column_table_name(statement, column) : 0;
}
static inline const char *espalier_sqlite_origin(sqlite3_stmt *statement, int column) {
  return sqlite3_column_origin_name ? sqlite3_column_origin_name(statement, column) : 0;
}
