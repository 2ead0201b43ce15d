#pragma once

/// Starts a server on a free port of this machine, in a thread of its own. It answers every request with "ok".
/// Returns the port, or 0 if the server cannot start. The server runs until the process ends.
unsigned short fixed_reply_start(void);

/// Starts a server on a free port of this machine, in a thread of its own. Each GET is answered with a stream of events,
/// and each POST sends one event to all streams. `pool` is the memory of a connection in bytes. Returns the port, or 0
/// if the server cannot start. The server runs until the process ends, and each stream with it.
unsigned short fixed_stream_start(unsigned pool, unsigned connections);
