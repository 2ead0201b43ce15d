import EspalierHTTP
import Espalier

extension Metrics {
  /// Flushes a tree and counts what that took: one look at the clock before and one after, whatever was rendered.
  func flush(
    _ tree: Tree, by flush: (Tree) -> ChangeSet? = { $0.flushAll() }
  ) -> (changes: ChangeSet?, took: Duration) {
    let (rendersBefore, flushesBefore) = (tree.renderCount, tree.flushCount)
    let start = ContinuousClock.now
    let changes = flush(tree)
    let flushed = tree.flushCount - flushesBefore
    guard flushed > 0 else { return (changes, .zero) }
    let took = .now - start
    flushTime.observe(took)
    flushes.add(flushed)
    renders.add(tree.renderCount - rendersBefore)
    return (changes, took)
  }
}
