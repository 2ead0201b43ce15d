#pragma once
#include <arpa/inet.h>
#include <malloc.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* Swift cannot import C variadics: each wrapper below fixes the arity of one variadic call, and does nothing else. */

/* MHD_get_connection_info: the socket, to watch for hang-ups and to cut at a deadline. */
static inline int espalier_connection_fd(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* The number of bytes that the peer has sent, where its FIN counts as one; 0 if unknown. tcpi_bytes_received is at byte 128 of
   Linux's struct tcp_info. The struct of glibc ends before it, and linux/tcp.h cannot be included beside netinet/tcp.h. */
static inline unsigned long long espalier_received_bytes(int descriptor) {
  struct { unsigned char head[128]; unsigned long long received; } info = {{0}, 0};
  socklen_t size = sizeof info;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && size == sizeof info ? info.received : 0;
}

/* MHD_get_connection_info: the peer's address, for the access line and the limit per address. */
static inline const struct sockaddr *_Nullable espalier_client_address(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : 0;
}

/* MHD_get_connection_info: the pointer that NOTIFY_CONNECTION stored, to find it in a request callback. */
static inline void *_Nullable espalier_socket_context(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : 0;
}

/* MHD_get_connection_info: the size of the request line and headers in bytes, to check the line ends. */
static inline size_t espalier_header_size(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

/* MHD_get_connection_info: the status of the reply, also of a page that the daemon wrote. 0 if there is none. */
static inline unsigned espalier_reply_status(struct MHD_Connection *_Nonnull connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
  return info ? info->http_status : 0;
}

/* Keeps the daemon from parsing the query and the cookies of a request whose target has been read. It would add an entry
   for each pair and a copy of all cookies to the connection's memory, where heads and replies need the room; and if they
   do not fit, it hangs or sends its error twice. It reads the query after the target's `?`, up to a zero, and the first
   field `Cookie` only. RawHead leaves out this field. */
static inline void espalier_keep_raw(struct MHD_Connection *_Nonnull connection, const char *_Nonnull target) {
  static const char name[] = "Cookie", none[] = "-";
  char *query = strchr(target, '?');
  if (query && query[1]) query[1] = 0;
  MHD_set_connection_value_n(connection, MHD_HEADER_KIND, name, sizeof name - 1, none, sizeof none - 1);
}

/* The daemon reports its own error pages only in its log. Returns the status from such a log line, 0 from any other. */
static inline unsigned espalier_refused_status(const char *_Nonnull format, va_list arguments) {
  static const char start[] = "Error processing request (HTTP response code is %u";
  return strncmp(format, start, sizeof start - 1) == 0 ? va_arg(arguments, unsigned) : 0;
}

/* Whether a log line says that the head of a reply did not fit the connection's memory. The request ends next. */
static inline int espalier_is_lost_reply(const char *_Nonnull format, va_list arguments) {
  static const char start[] = "Closing connection (failed to create response header";
  if (strcmp(format, "%s\n") != 0) return 0;
  const char *text = va_arg(arguments, const char *);
  return text && strncmp(text, start, sizeof start - 1) == 0;
}

/* Takes the first field of a response's head that is not Connection. The daemon reads the name once more after it has
   freed the field, so the name is copied. */
struct espalier_field {
  char name[64];
  const char *_Nullable value;
};
static inline enum MHD_Result espalier_take_field(void *_Nullable result, enum MHD_ValueKind kind,
                                                  const char *_Nullable name, const char *_Nullable value) {
  struct espalier_field *field = result;
  if (!name || !value || strlen(name) >= sizeof field->name || strcmp(name, "Connection") == 0) return MHD_YES;
  strcpy(field->name, name);
  field->value = value;
  return MHD_NO;
}

/* Frees the fields of a response whose head has been written. The response of a stream may live for hours. */
static inline void espalier_free_head(struct MHD_Response *_Nonnull response) {
  for (;;) {
    struct espalier_field field = {{0}, 0};
    MHD_get_response_headers(response, espalier_take_field, &field);
    if (!field.value || MHD_del_response_header(response, field.name, field.value) != MHD_YES) return;
  }
}

/* MHD_set_connection_option: the timeout of this connection when it makes no progress, in seconds. */
static inline void espalier_set_timeout(struct MHD_Connection *_Nonnull connection, unsigned seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

/* MHD_get_daemon_info: the epoll descriptor that our own loop waits on. */
static inline int espalier_epoll_fd(struct MHD_Daemon *_Nonnull daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

/* The C library's limit of arenas. It affects threads that start later. A C library without arenas has no such limit. */
static inline void espalier_limit_arenas(int count) {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, count);
#endif
}
