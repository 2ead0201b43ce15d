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

/* The daemon reports its own error pages only in its log. Returns the status from such a log line, 0 from any other. */
static inline unsigned espalier_refused_status(const char *_Nonnull format, va_list arguments) {
  static const char start[] = "Error processing request (HTTP response code is %u";
  return strncmp(format, start, sizeof start - 1) == 0 ? va_arg(arguments, unsigned) : 0;
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
