import EspalierHTTP
import EspalierServer

/// What goes wrong on purpose between a site in development and a browser, to see and to test that a page stays true.
///
/// Each count says how often: once in so many messages, 0 for never. A message is one event of a stream, or the reply to an event or to
/// a request for patches; the two kinds are counted apart. Without a seed it is exactly each such message, with one it is left to chance
/// that is the same in every run. Where two faults would strike the same message, the graver one does, and the other one waits for the
/// next.
package struct Faults: Sendable, Hashable {
  /// How much later each message arrives. They stay in order.
  package var delay: Duration
  /// How often the connection ends in the middle of a message.
  package var cut: Int
  /// How often a message does not arrive: a stream goes on without it, the connection of a reply ends without one.
  package var drop: Int
  /// How often a message arrives behind the one that comes next.
  package var reorder: Int
  /// How often a message arrives twice. Instead of a reply it is the event that does, if it has an id.
  package var duplicate: Int
  /// What chance begins with; nil for no chance.
  package var seed: Int?

  /// Faults of these kinds.
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

  /// All goes well.
  package static let none = Faults()

  /// Whether nothing goes wrong.
  package var isEmpty: Bool { delay == .zero && [cut, drop, reorder, duplicate] == [0, 0, 0, 0] }
}
