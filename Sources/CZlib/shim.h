// deflateInit2 is a macro, which Swift cannot call.
#pragma once

#include <stdint.h>
#include <string.h>
#include <zlib.h>

/// Deflates `count` bytes at once. `bits` is the window as deflateInit2 wants it, and `flush` how the output ends.
/// Returns its length; 0 if it does not fit or zlib fails.
static inline size_t espalier_deflate_all(
    const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity, int level, int bits, int flush) {
  z_stream stream;
  memset(&stream, 0, sizeof stream);
  if (deflateInit2(&stream, level, Z_DEFLATED, bits, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = into;
  stream.avail_out = (uInt)capacity;
  int status = deflate(&stream, flush);
  int done = flush == Z_FINISH ? status == Z_STREAM_END : status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0;
  size_t length = stream.total_out;
  deflateEnd(&stream);
  return done ? length : 0;
}

/// Writes a gzip stream. Returns its length; 0 if it does not fit or zlib fails.
static inline size_t espalier_gzip(const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity, int level) {
  // 15 bits of window, and 16 for the gzip header.
  return espalier_deflate_all(bytes, count, into, capacity, level, 15 + 16, Z_FINISH);
}

/// Writes a piece of a deflate stream that ends at a byte and needs nothing before it. Other pieces may follow, unless
/// it is the last one. Returns its length; 0 if it does not fit or zlib fails.
static inline size_t espalier_deflate_piece(
    const uint8_t *bytes, size_t count, uint8_t *into, size_t capacity, int level, int is_last) {
  return espalier_deflate_all(bytes, count, into, capacity, level, -15, is_last ? Z_FINISH : Z_FULL_FLUSH);
}
