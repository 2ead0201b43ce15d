/// A condition for an event's data beyond its type. It is checked before any handler runs.
struct Requirement<Payload: Sendable>: Sendable {
  /// Completes the sentence "The data must be".
  let expected: String
  let isMet: @Sendable (Payload) -> Bool
  /// What the schema of the data says about the condition.
  let limits: DataLimits

  init(_ expected: String, limits: DataLimits? = nil, isMet: @escaping @Sendable (Payload) -> Bool) {
    self.expected = expected
    self.isMet = isMet
    self.limits = limits ?? DataLimits(members: [("description", .string("Must be \(expected)."))])
  }

  /// Throws the error that the sender receives.
  func check(_ payload: Payload) throws(PayloadError) {
    guard isMet(payload) else { throw PayloadError(field: "data", reason: "must be \(expected)") }
  }
}

extension Requirement where Payload: Comparable & Encodable {
  /// The data must be in a range.
  init(in range: ClosedRange<Payload>) {
    self.init(
      "from \(range.lowerBound) to \(range.upperBound)", limits: .range(from: range.lowerBound, to: range.upperBound)
    ) { range.contains($0) }
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
    self.init(label, Declaration(of: Payload.self, fileID, line, column), Requirement(expected, isMet: isMet))
  }

  /// Declares an event whose data must be in a range: `Event<Int>("assign", in: 0...99)`.
  ///
  /// Give each event with an integer a range. A client may send any integer of the type, and arithmetic that overflows
  /// ends the process. In development the log names events without a range.
  public init(
    _ label: String, in range: ClosedRange<Payload>, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column
  ) where Payload: Comparable {
    self.init(label, Declaration(of: Payload.self, fileID, line, column), Requirement(in: range))
  }
}
