import EspalierHTTP

/// A state of a page instance. The epoch differs between instances and after each restart; the number counts changes.
package struct Version: Sendable, Hashable, CustomStringConvertible {
  let epoch: String
  var number: Int

  init(epoch: String, number: Int = 0) {
    self.epoch = epoch
    self.number = number
  }

  /// Parses `epoch.number`; nil for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let number = Int(parts[1]), number >= 0 else { return nil }
    self.init(epoch: String(parts[0]), number: number)
  }

  package var description: String { "\(epoch).\(number)" }
}
