/// The samples of `/metrics` by name and labels.
struct Samples {
  private let numbers: [Substring: Int]

  init(_ text: String) {
    let pairs = text.split(whereSeparator: \.isNewline).compactMap { line -> (Substring, Int)? in
      guard let blank = line.lastIndex(of: " "), let number = Int(line[blank...].dropFirst()) else { return nil }
      return (line[..<blank], number)
    }
    numbers = Dictionary(pairs) { first, _ in first }
  }

  subscript(name: String) -> Int { numbers[name[...]] ?? 0 }
}
