#pragma once

/// Starts a server on a free port of this machine, in a thread of its own. It answers every request with "ok".
/// Returns the port, or 0 if the server cannot start. The server runs until the process ends.
unsigned short fixed_reply_start(void);
