import EspalierHTTP
import Espalier

extension PageInstance {
  /// Tells the store, if it has anything of this instance, that it is used.
  func touchKept() {
    guard let store, tree.keepsAnything else { return }
    do {
      try store.touch(name)
      metrics.storeWatch.succeed(.save, log)
    } catch {
      metrics.storeFailures.add()
      _ = metrics.storeWatch.fail(.save, error, log)
    }
  }
}
