/// A static piece of markup. Its bytes are read once, in the context that it most likely has.
struct StaticPiece: Sendable {
  let bytes: [UInt8]
  let before: MarkupContext
  let after: MarkupContext
}
