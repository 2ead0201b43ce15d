// The least that a program on libmicrohttpd does for streams that wait for changes: the baseline for their memory and
// for the time of a change. One thread does everything, so nothing needs a lock.
#include "fixed_reply.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct viewer {
  struct MHD_Connection *connection;
  unsigned heard;
  int is_waiting;
  struct viewer *next;
};

struct page {
  unsigned version;
  struct viewer *viewers;
};

static struct page page;

/// Writes the snapshot, then one frame for each version. Suspends the connection until there is another version.
static ssize_t next_frame(void *viewer_of_reply, uint64_t position, char *into, size_t most) {
  struct viewer *viewer = viewer_of_reply;
  if (position == 0) return snprintf(into, most, "event: snapshot\n\n");
  if (viewer->heard < page.version) {
    viewer->heard++;
    return snprintf(
        into, most, "id: 0123ab.%u\nevent: patch\ndata: [[\"text\",\"counter\",\"0\",\"%u\"]]\n\n", viewer->heard,
        viewer->heard);
  }
  viewer->is_waiting = 1;
  MHD_suspend_connection(viewer->connection);
  return 0;
}

static enum MHD_Result add_viewer(struct MHD_Connection *connection) {
  struct viewer *viewer = calloc(1, sizeof *viewer);
  if (!viewer) return MHD_NO;
  viewer->connection = connection;
  viewer->heard = page.version;
  viewer->next = page.viewers;
  page.viewers = viewer;
  struct MHD_Response *reply = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1024, next_frame, viewer, NULL);
  MHD_add_response_header(reply, "Content-Type", "text/event-stream");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, reply);
  MHD_destroy_response(reply);
  return result;
}

static enum MHD_Result answer(
    void *reply, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **state) {
  (void)url, (void)version, (void)upload;
  if (!*state) {
    *state = reply;
    return MHD_YES;
  }
  if (strcmp(method, "GET") == 0) return add_viewer(connection);
  if (*upload_size) {
    *upload_size = 0;
    return MHD_YES;
  }
  page.version++;
  for (struct viewer *viewer = page.viewers; viewer; viewer = viewer->next) {
    if (viewer->is_waiting) {
      viewer->is_waiting = 0;
      MHD_resume_connection(viewer->connection);
    }
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, reply);
}

unsigned short fixed_stream_start(unsigned pool, unsigned connections) {
  static char body[] = "ok\n";
  struct MHD_Response *reply = MHD_create_response_from_buffer(strlen(body), body, MHD_RESPMEM_PERSISTENT);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, reply,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)pool,
      MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_END);
  const union MHD_DaemonInfo *info = daemon ? MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
  return info ? info->port : 0;
}
