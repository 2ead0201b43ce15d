import Espalier
import EspalierHTTP

extension PageInstance {
  /// Flushes the tree, and counts the renders and the time. It reads the clock once before and once after, however much
  /// is rendered.
  static func flush(
    _ tree: Tree, _ metrics: Metrics, by flush: (Tree) -> ChangeSet? = { $0.flushAll() }
  ) -> (changes: ChangeSet?, took: Duration) {
    let (rendersBefore, flushesBefore) = (tree.renderCount, tree.flushCount)
    let start = ContinuousClock.now
    let changes = flush(tree)
    let flushed = tree.flushCount - flushesBefore
    guard flushed > 0 else { return (changes, .zero) }
    let took = .now - start
    metrics.flushTime.observe(took)
    metrics.flushes.add(flushed)
    metrics.renders.add(tree.renderCount - rendersBefore)
    return (changes, took)
  }
}
