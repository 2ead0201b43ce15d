/// A condition for an event's data beyond its type. It is checked before any handler runs.
struct Requirement<Payload: Sendable>: Sendable {
  /// Completes the sentence "The data must be".
  let expected: String
  let isMet: @Sendable (Payload) -> Bool

  /// Throws the error that the sender receives.
  func check(_ payload: Payload) throws(PayloadError) {
    guard isMet(payload) else { throw PayloadError(field: "data", reason: "must be \(expected)") }
  }
}

/// A payload type that holds an integer exactly as it was sent.
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
  /// Declares an event whose data must meet a condition. Data from a client is refused if `isMet` returns false; the
  /// error is "data: must be …", completed by `expected`. Data that the program itself sends is not checked.
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
  /// Give each event with an integer a range. A client may send any integer of the type, and arithmetic that overflows
  /// ends the process. In development the log names events without a range.
  public init(
    _ label: String, in range: ClosedRange<Payload>, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) where Payload: Comparable {
    self.init(
      label, mustBe: "from \(range.lowerBound) to \(range.upperBound)", fileID: fileID, line: line, column: column
    ) { range.contains($0) }
  }
}
