/// What an event's data must be beyond its type: checked before anything runs.
struct Requirement<Payload: Sendable>: Sendable {
  /// Completes the sentence "The data must be".
  let expected: String
  let isMet: @Sendable (Payload) -> Bool

  /// Throws what the sender is told.
  func check(_ payload: Payload) throws(PayloadError) {
    guard isMet(payload) else { throw PayloadError(field: "data", reason: "must be \(expected)") }
  }
}

/// A type of data that holds an integer as it was sent.
protocol IntegerPayload {}
extension Int: IntegerPayload {}
extension Int8: IntegerPayload {}
extension Int16: IntegerPayload {}
extension Int32: IntegerPayload {}
extension Int64: IntegerPayload {}
extension UInt: IntegerPayload {}
extension UInt8: IntegerPayload {}
extension UInt16: IntegerPayload {}
extension UInt32: IntegerPayload {}
extension UInt64: IntegerPayload {}
extension Optional: IntegerPayload where Wrapped: IntegerPayload {}
extension Array: IntegerPayload where Element: IntegerPayload {}

extension Event {
  /// Declares an event whose data must be more than of its type. What a client sends is refused where `isMet` says no, and
  /// `expected` completes what it is told: "data: must be …". What the program itself sends is not asked about.
  ///
  /// ```swift
  /// static let water = Event<String>("water", mustBe: "the name of a plant") { plants.contains($0) }
  /// ```
  public init(
    _ label: String, mustBe expected: String, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, where isMet: @escaping @Sendable (Payload) -> Bool
  ) {
    let requirement = Requirement(expected: expected, isMet: isMet)
    self.init(label, Declaration(of: Payload.self, fileID, line, column), requirement)
  }

  /// Declares an event whose data must be in a range: `Event<Int>("assign", in: 0...99)`.
  ///
  /// Give each event with an integer a range. A client may send any integer of the type, and arithmetic that overflows ends
  /// the process. In development the log names events without one.
  public init(
    _ label: String, in range: ClosedRange<Payload>, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) where Payload: Comparable {
    self.init(
      label, mustBe: "from \(range.lowerBound) to \(range.upperBound)", fileID: fileID, line: line, column: column
    ) { range.contains($0) }
  }
}
