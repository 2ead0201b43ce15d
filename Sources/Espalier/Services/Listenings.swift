/// Who of a tree listens to signals.
struct Listenings {
  /// What signals said and nodes have not heard yet.
  let inbox = Inbox()
  /// Those that hear it, by number.
  var byNumber: [Int: Listening] = [:]
  private var last = 0

  /// A number that none had before.
  mutating func number() -> Int {
    last += 1
    return last
  }
}
