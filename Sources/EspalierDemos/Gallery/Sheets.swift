/// A simulated remote archive of 300 pictures. It sends six of them at a time, a sheet.
enum Sheets {
  static let pictures = 1...300
  static let size = 6

  /// The id of the sheet with a picture.
  static func id(of picture: Int) -> String { "sheet-\((picture - 1) / size + 1)" }

  /// The pictures of a sheet.
  static func pictures(of id: String) -> ClosedRange<Int> {
    let sheet = Int(id.dropFirst("sheet-".count)) ?? 1
    let first = (min(max(1, sheet), pictures.count / size) - 1) * size + 1
    return first...first + size - 1
  }

  /// Waits, then returns the numbers of the pictures that arrived.
  static func load(_ id: String, wait: Duration) async throws -> ClosedRange<Int> {
    try await Task.sleep(for: wait)
    return pictures(of: id)
  }
}
