/// The header fields of a request as received, in order. All bytes are in one array, because a request has many fields.
struct RawFields: Sendable {
  private var bytes: [UInt8] = []
  private var places: [(name: Range<Int>, value: Range<Int>)] = []

  /// No fields yet. `size` is the number of bytes that they will take.
  init(size: Int = 0) {
    bytes.reserveCapacity(size)
    places.reserveCapacity(size / 32)
  }

  var count: Int { places.count }
  var indices: Range<Int> { places.indices }

  func name(at index: Int) -> ArraySlice<UInt8> { bytes[places[index].name] }
  func value(at index: Int) -> ArraySlice<UInt8> { bytes[places[index].value] }

  /// The values of a name, compared case-insensitively.
  func values(of name: HeaderName) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    let (all, wanted) = (bytes.span, name.rawValue.utf8.span)
    for (own, value) in places where all.extracting(own).equalsIgnoringCase(wanted) { values.append(bytes[value]) }
    return values
  }

  /// Adds a field.
  mutating func append(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    let middle = bytes.count
    bytes.append(contentsOf: value)
    places.append((start..<middle, middle..<bytes.count))
  }
}
