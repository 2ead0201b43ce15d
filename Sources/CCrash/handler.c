#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "notes.h"

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
static const char *const names[] = {"SIGILL", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGABRT"};
enum { signal_count = sizeof signals / sizeof signals[0] };

static struct sigaction before[signal_count];
static atomic_int installed;
static atomic_int record = -1;

// Text in fixed memory. Longer text is cut.
struct text {
  size_t count;
  char bytes[3072];
};

static void add_bytes(struct text *text, const char *bytes, size_t count) {
  for (size_t index = 0; index < count && text->count < sizeof text->bytes - 1; index++) {
    text->bytes[text->count++] = bytes[index];
  }
}

static void add(struct text *text, const char *string) { add_bytes(text, string, strlen(string)); }

static void add_number(struct text *text, long long number, int width) {
  char digits[20];
  int count = 0;
  while (count < width || number > 0) {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  }
  while (count > 0) add_bytes(text, &digits[--count], 1);
}

// Adds a time in UTC (RFC 3339), by Howard Hinnant's civil_from_days. The C library's functions for that may take a
// lock.
static void add_time(struct text *text, struct timespec now) {
  long long days = now.tv_sec / 86400 + 719468, rest = now.tv_sec % 86400;
  long long era = days / 146097, day_of_era = days % 146097;
  long long year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  long long day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  long long shifted = (5 * day_of_year + 2) / 153;
  long long month = shifted < 10 ? shifted + 3 : shifted - 9;
  add_number(text, year_of_era + era * 400 + (month <= 2), 4);
  add(text, "-");
  add_number(text, month, 2);
  add(text, "-");
  add_number(text, day_of_year - (153 * shifted + 2) / 5 + 1, 2);
  add(text, "T");
  add_number(text, rest / 3600, 2);
  add(text, ":");
  add_number(text, rest / 60 % 60, 2);
  add(text, ":");
  add_number(text, rest % 60, 2);
  add(text, ".");
  add_number(text, now.tv_nsec / 1000000, 3);
  add(text, "Z");
}

// Adds a value. Replaces bytes that could forge a second line or move a terminal's cursor by question marks.
static void add_value(struct text *text, const char *bytes, size_t count) {
  int is_plain = count > 0;
  for (size_t index = 0; index < count; index++) is_plain &= bytes[index] != ' ' && bytes[index] != '=';
  if (!is_plain) add(text, "\"");
  for (size_t index = 0; index < count; index++) {
    char byte = bytes[index];
    int is_safe = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
    add_bytes(text, is_safe ? &byte : "?", 1);
  }
  if (!is_plain) add(text, "\"");
}

// A full pipe without a reader must not keep the process from ending. A pipe that polls as writable takes at least
// PIPE_BUF bytes. Returns whether it is writable.
static int write_to_standard_error(struct text *text) {
  struct pollfd wanted = {.fd = STDERR_FILENO, .events = POLLOUT};
  if (poll(&wanted, 1, 0) != 1 || !(wanted.revents & POLLOUT)) return 0;
  (void)!write(STDERR_FILENO, text->bytes, text->count);
  return 1;
}

// Ends the process by SIGALRM if the previous handlers take longer. Swift's handler stops all threads and writes to
// standard error. If nobody reads that, it would wait forever, and no supervisor would restart the server.
static void limit_time(unsigned seconds) {
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  signal(SIGALRM, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, NULL);
  alarm(seconds);
}

static int report(const char *signal, const struct espalier_note *note, struct timespec now) {
  static const char *const keys[] = {
    " phase=", " id=", " method=", " path=", " page=", " browser=", " tab=", " node=", " posted=",
  };
  struct text text = {0};
  add(&text, "time=");
  add_time(&text, now);
  add(&text, " level=error event=crash signal=");
  add(&text, signal);
  for (int field = 0; note && field < espalier_crash_fields; field++) {
    // With the cookie and the tab, a reader of the log could open another person's page.
    int is_secret = field == espalier_crash_browser || field == espalier_crash_tab;
    if (note->counts[field] == 0 || is_secret) continue;
    add(&text, keys[field]);
    add_value(&text, note->texts[field], note->counts[field]);
  }
  if (!note) add(&text, " detail=\"this thread ran no request and no page\"");
  add(&text, "\n");
  return write_to_standard_error(&text);
}

static int is_making(const struct espalier_note *note) {
  static const char making[] = "making";
  size_t count = note ? note->counts[espalier_crash_phase] : 0;
  return count == sizeof making - 1 && memcmp(note->texts[espalier_crash_phase], making, count) == 0;
}

// Appends a line: the seconds since 1970, page, browser and tab, separated by tab characters.
static void append_to_record(const struct espalier_note *note, struct timespec now) {
  static const enum espalier_crash_field fields[] = {espalier_crash_page, espalier_crash_browser, espalier_crash_tab};
  if (!is_making(note)) return;
  // Several threads may crash before the process has ended. That counts as one crash.
  int file = atomic_exchange(&record, -1);
  if (file < 0) return;
  struct text text = {0};
  add_number(&text, now.tv_sec, 1);
  for (int index = 0; index < 3; index++) {
    add(&text, "\t");
    for (int place = 0; place < note->counts[fields[index]]; place++) {
      char byte = note->texts[fields[index]][place];
      add_bytes(&text, byte == '\t' || byte == '\n' ? "?" : &byte, 1);
    }
  }
  add(&text, "\n");
  (void)!write(file, text.bytes, text.count);
}

// Passes the signal to the previous handler. If that is the default action, raises the signal again: it is delivered
// when this handler returns, and ends the process.
static void pass_on(int index, siginfo_t *info, void *context) {
  struct sigaction *old = &before[index];
  sigaction(signals[index], old, NULL);
  if (old->sa_flags & SA_SIGINFO) {
    old->sa_sigaction(signals[index], info, context);
  } else if (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN) {
    signal(signals[index], SIG_DFL);
    raise(signals[index]);
  } else {
    old->sa_handler(signals[index]);
  }
}

static void handle(int number, siginfo_t *info, void *context) {
  static _Thread_local int is_reporting;
  int saved = errno, index = 0;
  while (index < signal_count - 1 && signals[index] != number) index++;
  if (!is_reporting) {
    is_reporting = 1;
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    const struct espalier_note *note = espalier_top_note();
    append_to_record(note, now);
    limit_time(report(names[index], note, now) ? 60 : 2);
  }
  pass_on(index, info, context);
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

void espalier_crash_record_to(int descriptor) { atomic_store(&record, descriptor); }
