/// What a tree keeps over restarts, and what of it was saved.
struct Keeping {
  /// In the order in which it was asked for.
  var properties = Registrations<KeptProperty>()
  /// What was kept when the server last ran and has not been taken up yet.
  var restored: [String: JSON]
  /// What was saved of nodes that have left.
  var goneKeys: Set<String> = []
  /// What is being saved, and under which keys.
  var pending: [(property: KeptProperty, key: String)] = []
  /// Whether nodes may have other addresses than when they were saved.
  var hasMoved = false

  init(restoring restored: [String: JSON]) { self.restored = restored }
}
