// The least that a program on libmicrohttpd does for a request: the baseline for the instructions of a request.
#include "fixed_reply.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/socket.h>

static enum MHD_Result answer(
    void *reply, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state) {
  (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  // The first call comes before the body is read. An answer to it would close the connection.
  if (!*state) {
    *state = reply;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, reply);
}

unsigned short fixed_reply_start(void) {
  static char body[] = "ok\n";
  struct MHD_Response *reply = MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_PERSISTENT);
  if (!reply || MHD_add_response_header(reply, "Content-Type", "text/plain; charset=utf-8") != MHD_YES) return 0;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, NULL, NULL, answer, reply,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_END);
  const union MHD_DaemonInfo *info = daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
  return info ? info->port : 0;
}
