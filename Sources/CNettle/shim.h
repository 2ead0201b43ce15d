// Nettle 4 has taken the length out of the digest functions.
#pragma once

#include <nettle/sha2.h>
#include <nettle/version.h>

/// Writes the 32 bytes of the hash.
static inline void espalier_sha256_digest(struct sha256_ctx *state, uint8_t *hash) {
#if NETTLE_VERSION_MAJOR >= 4
  sha256_digest(state, hash);
#else
  sha256_digest(state, SHA256_DIGEST_SIZE, hash);
#endif
}
