import Espalier

extension PageInstance {
  /// Tells the store, if it has anything of this instance, that it is used.
  func touchKept() {
    guard let store, tree.keepsAnything else { return }
    do {
      try store.touch(name)
    } catch {
      metrics.storeFailures.add()
      log.write(.error, "store") { $0.add("detail", "\(error)") }
    }
  }
}
