extension Node {
  /// Ends the listening to all signals. Observable objects that the content reads still update the node.
  final func stopListening() {
    let own = existing(ObservedState.self).map { ObjectIdentifier($0.changed) }
    endListenings { $0.source != own }
  }
}
