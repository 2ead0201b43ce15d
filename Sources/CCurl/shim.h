#include <curl/curl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

// Swift cannot call functions with a variable number of arguments. Each function here does so with one kind of argument.

typedef size_t (*espalier_transfer)(char *_Nonnull bytes, size_t size, size_t count, void *_Nullable context);

static inline void espalier_curl_number(CURL *_Nonnull handle, CURLoption option, long value) {
  curl_easy_setopt(handle, option, value);
}

static inline void espalier_curl_size(CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
  curl_easy_setopt(handle, option, value);
}

// libcurl copies the text.
static inline void espalier_curl_text(CURL *_Nonnull handle, CURLoption option, const char *_Nonnull text) {
  curl_easy_setopt(handle, option, text);
}

static inline void espalier_curl_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable pointer) {
  curl_easy_setopt(handle, option, pointer);
}

static inline void espalier_curl_function(CURL *_Nonnull handle, CURLoption option, espalier_transfer _Nonnull function) {
  curl_easy_setopt(handle, option, function);
}

// Ends a connection if nothing that was sent is acknowledged for some seconds.
static int espalier_curl_prepare(void *_Nullable context, curl_socket_t socket, curlsocktype purpose) {
  unsigned int milliseconds = 5000;
  setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &milliseconds, sizeof milliseconds);
  return CURL_SOCKOPT_OK;
}

static inline void espalier_curl_patience(CURL *_Nonnull handle) {
  curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, espalier_curl_prepare);
}

static inline void *_Nullable espalier_curl_context(CURL *_Nonnull handle) {
  char *context = 0;
  curl_easy_getinfo(handle, CURLINFO_PRIVATE, &context);
  return context;
}

// Microseconds until the request began to be sent; 0 if it did not.
static inline long long espalier_curl_begun(CURL *_Nonnull handle) {
  curl_off_t time = 0;
  curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &time);
  return time;
}

// The result is in a union.
static inline CURLcode espalier_curl_result(CURLMsg *_Nonnull message) { return message->data.result; }
