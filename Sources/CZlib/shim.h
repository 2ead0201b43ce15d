// deflateInit2 is a macro, which Swift cannot call.
#pragma once

#include <stdint.h>
#include <string.h>
#include <zlib.h>

/// Writes a gzip stream of `count` bytes with the best compression. Returns its length; 0 if it does not fit or zlib
/// fails.
static inline size_t espalier_gzip(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  // 15 bits of window, and 16 for the gzip header.
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = into;
  stream.avail_out = (uInt)capacity;
  int status = deflate(&stream, Z_FINISH);
  size_t length = stream.total_out;
  deflateEnd(&stream);
  return status == Z_STREAM_END ? length : 0;
}
