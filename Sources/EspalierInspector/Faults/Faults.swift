import EspalierHTTP
import EspalierServer

/// Simulated faults between a site in development and a browser, to see and to test that a page stays correct.
///
/// Each count says how often a fault happens: once in that many messages, 0 for never. A message is one event of a
/// stream, or the reply to an event or to a request for patches; the two kinds are counted separately. Without a seed,
/// a fault hits exactly every Nth message. With a seed, it hits messages at random, the same ones in every run. If two
/// faults would hit the same message, the more severe one does, and the other hits the next message.
package struct Faults: Sendable, Hashable {
  /// The delay of each message. The messages stay in order.
  package var delay: Duration
  /// How often the connection ends in the middle of a message.
  package var cut: Int
  /// How often a message is lost. A stream continues without it; the connection of a reply ends without a reply.
  package var drop: Int
  /// How often a message arrives after the next one.
  package var reorder: Int
  /// How often a message arrives twice. Instead of a reply, its event arrives twice, if the event has an id.
  package var duplicate: Int
  /// The seed for random faults; nil for regular ones.
  package var seed: Int?

  /// Faults with these settings.
  package init(
    delay: Duration = .zero, cut: Int = 0, drop: Int = 0, reorder: Int = 0, duplicate: Int = 0, seed: Int? = nil
  ) {
    self.delay = delay
    self.cut = cut
    self.drop = drop
    self.reorder = reorder
    self.duplicate = duplicate
    self.seed = seed
  }

  /// No faults.
  package static let none = Faults()

  /// Whether there are no faults.
  package var isEmpty: Bool { delay == .zero && [cut, drop, reorder, duplicate] == [0, 0, 0, 0] }
}
