/// Which part of a long list a container shows. A container whose source is a ``WindowedSource`` shares it with the cells
/// below, of which those at the edges show it and send the events `earlier` and `later` back up.
package struct ListWindow: Hashable, Codable, Sendable {
  /// Asks the container for the rows before the first one. The data is the round of the window.
  package static let earlier = Event<Int>("earlier", in: 0...Int.max)
  /// Asks the container for the rows after the last one. The data is the round of the window.
  package static let later = Event<Int>("later", in: 0...Int.max)
  /// The window of the nearest container that has one.
  package static let state = SharedData<ListWindow>("window")

  /// Whether the rows have been read.
  package var isRead = false
  /// The index of the first row in the list, from zero; nil while the rows are being counted.
  package var position: Int?
  /// How many rows the list has; nil while they are being counted.
  package var count: Int?
  /// How many rows are shown.
  package var shown = 0
  /// Whether there are no rows before the first.
  package var isAtStart = true
  /// Whether there are no rows after the last.
  package var isAtEnd = true
  /// The anchor of the rows before these; nil at the start.
  package var before: ListAnchor?
  /// The anchor of the rows from the last one on; nil at the end.
  package var after: ListAnchor?
  /// Whether the row that the anchor names is gone, so that the window is around the row that took its place.
  package var isMoved = false
  /// Whether other rows are on their way.
  package internal(set) var isMoving = false
  /// How often the window has moved. A press that was meant for another round has no effect.
  package internal(set) var round = 0

  /// Whether all rows of the list are shown.
  var isWhole: Bool { isAtStart && isAtEnd }

  /// A window without rows.
  package init() {}
}
