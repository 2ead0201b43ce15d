/// Follows the static pieces of one `HTML` literal, and recognizes those that its place in the program has had before.
struct LiteralReader {
  private enum State {
    /// The markup is not from a literal of the program, or its place has no room in `LiteralPlaces`.
    case off
    case start
    /// The place is known.
    case following
    /// The place is new.
    case recording
  }

  private var state = State.off
  private var sizes = LiteralPlace.Sizes(bytes: 0, slots: 0)
  private var place: LiteralPlace?
  /// How many pieces of the known place came so far.
  private var next = 0
  private var recorded: [LiteralPlace.Piece] = []
  /// How many values came so far.
  private var values = 0
  /// Whether only values came between the pieces, so that the place alone determines the shape of the markup.
  private var isPlain = true

  /// For markup that is not a literal of the program.
  init() {}

  init(_ sizes: LiteralPlace.Sizes) {
    self.sizes = sizes
    state = .start
  }

  /// Notes a value between two pieces.
  mutating func passValue() { values += 1 }

  /// Notes something else between two pieces, which may have another shape next time.
  mutating func passOther() { isPlain = false }

  /// Takes the context to the end of the piece if the place has had it in this context before. Otherwise returns false.
  mutating func skip(_ piece: UnsafeBufferPointer<UInt8>, _ context: inout MarkupContext) -> Bool {
    if state == .start { unsafe begin(with: piece) }
    guard state == .following, let place else { return false }
    guard next < place.pieces.count else { return leave() }
    let known = place.pieces[next]
    let address = unsafe address(of: piece)
    guard known.address == address, known.count == piece.count, known.values == values else {
      return leave()
    }
    next += 1
    guard known.before == context else {
      isPlain = false
      return false
    }
    context = known.after
    return true
  }

  /// Notes that a piece was read.
  mutating func note(_ piece: UnsafeBufferPointer<UInt8>, from before: MarkupContext, to after: MarkupContext) {
    guard state == .recording else { return }
    recorded.append(
      .init(address: unsafe address(of: piece), count: piece.count, values: values, before: before, after: after))
  }

  /// Returns the number of the place if it determines the shape of this markup; otherwise 0.
  mutating func finish(_ html: HTML) -> Int {
    if state == .recording, html.fault == nil, !recorded.isEmpty {
      place = LiteralPlaces.add(sizes, recorded, values: values)
      next = recorded.count
    }
    guard isPlain, let place, next == place.pieces.count, values == place.values else { return 0 }
    return place.number
  }

  private mutating func begin(with piece: UnsafeBufferPointer<UInt8>) {
    switch LiteralPlaces.find(unsafe address(of: piece), sizes) {
    case .known(let place):
      self.place = place
      state = .following
    case .new: state = .recording
    case .noRoom: state = .off
    }
  }

  /// The literal is another one that begins like that of the place.
  private mutating func leave() -> Bool {
    (state, place) = (.off, nil)
    return false
  }

  private func address(of piece: UnsafeBufferPointer<UInt8>) -> UInt { UInt(bitPattern: piece.baseAddress) }
}
