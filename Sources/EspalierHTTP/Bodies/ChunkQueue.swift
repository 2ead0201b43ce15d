/// The chunks that wait for a reader, first in, first out. Most often at most one waits, and then the queue needs no memory
/// of its own.
struct ChunkQueue {
  /// The first chunk; empty if none waits.
  private(set) var first: [UInt8] = []
  private var later: [[UInt8]] = []
  /// The place in `later` of the second chunk.
  private var next = 0

  var isEmpty: Bool { first.isEmpty }

  /// Adds a chunk. An empty one changes nothing.
  mutating func append(_ chunk: [UInt8]) {
    if first.isEmpty { first = chunk } else if !chunk.isEmpty { later.append(chunk) }
  }

  mutating func removeFirst() {
    guard next < later.count else { return self = ChunkQueue() }
    first = later[next]
    later[next] = []
    next += 1
  }
}
