internal import Espalier
import EspalierHTTP
import EspalierText

/// The lists of one version as HTML, in pieces. Between the pieces goes the text that differs for each load of the
/// page.
struct PageMarkup: Sendable {
  private let pieces: [[UInt8]]
  /// The classes of layout numbers in the markup.
  let layoutNumbers: Set<String>

  /// Markup that is the same for each load.
  init(_ markup: [UInt8]) {
    pieces = [markup]
    layoutNumbers = LayoutNumber.classes(in: markup)
  }

  /// Splits markup that was rendered with a mark in place of the text that differs. A mark begins with a rare byte.
  init(_ markup: [UInt8], mark: [UInt8]) {
    layoutNumbers = LayoutNumber.classes(in: markup)
    var pieces: [[UInt8]] = []
    var start = 0
    while let found = markup.firstPosition(of: mark, from: start) {
      pieces.append(Array(markup[start..<found]))
      start = found + mark.count
    }
    self.pieces = pieces + [Array(markup[start...])]
  }

  /// The approximate bytes of the markup.
  var weight: Int { pieces.reduce(0) { $0 + $1.count + 32 } }

  /// The markup for one load of the page; all loads share the pieces.
  func part(load: [UInt8]) -> SharedBytes.Part { .joined(pieces, by: load) }
}
