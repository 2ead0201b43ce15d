/// A place in the program that has an `HTML` literal, with the markup context before and after each of its static
/// pieces. So their bytes are read once for each place, not once for each cell.
///
/// A static piece is known by its address, which belongs to it as long as the program runs.
final class LiteralPlace: Sendable {
  /// One static piece.
  struct Piece: Sendable {
    let address: UInt
    let count: Int
    /// How many values are before it.
    let values: Int
    let before: MarkupContext
    let after: MarkupContext

    /// Whether both are the same piece, after the same number of values.
    func isSame(as other: Piece) -> Bool {
      address == other.address && count == other.count && values == other.values
    }
  }

  /// What the compiler states of a literal before its pieces.
  struct Sizes: Hashable, Sendable {
    /// The number of static bytes.
    let bytes: Int
    /// The number of interpolations.
    let slots: Int
  }

  let sizes: Sizes
  let pieces: [Piece]
  /// How many values the whole literal has.
  let values: Int
  /// Identifies the place; never 0.
  let number: Int

  init(_ sizes: Sizes, _ pieces: [Piece], values: Int, number: Int) {
    (self.sizes, self.pieces, self.values, self.number) = (sizes, pieces, values, number)
  }

  /// Whether the literal begins like that of this place.
  func begins(at address: UInt, _ sizes: Sizes) -> Bool { pieces[0].address == address && self.sizes == sizes }

  /// Whether both have the same pieces and the same numbers of values between them.
  func isSame(as other: LiteralPlace) -> Bool {
    sizes == other.sizes && values == other.values && pieces.count == other.pieces.count
      && zip(pieces, other.pieces).allSatisfy { $0.isSame(as: $1) && $0.before == $1.before }
  }
}
