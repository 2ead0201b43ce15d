import EspalierHTTP

/// What a node counts.
final class NodeMetrics: Sendable {
  let claims = Counter()
  let takeovers = Counter()
  let burials = Counter()
  let refusals = Counter()
  let unanswered = Counter()
  let saves = Counter()
  /// Instances that were deleted because nobody had used them.
  let forgotten = Counter()
  /// From passing a request on to the head of its answer.
  let passed = Histogram()

  func add(
    to text: inout Exposition, lease: Duration, transactions: Int, hasSite: Bool, holdings: Int, followed: Int,
    isUp: Bool
  ) {
    text.add("espalier_node_up", .gauge, "1 if the cluster's database answered last, otherwise 0.", isUp ? 1 : 0)
    text.add(
      "espalier_node_lease_milliseconds", .gauge, "How long the node may still answer without asking the database.",
      Int(lease / .milliseconds(1)))
    text.add("espalier_node_site", .gauge, "1 if the node has the site, otherwise 0.", hasSite ? 1 : 0)
    text.add("espalier_node_holdings", .gauge, "What the node has now: the site, pages and browsers.", holdings)
    text.add("espalier_node_followed", .gauge, "Shared pages of other nodes that viewers here follow.", followed)
    text.add("espalier_node_claims_total", .counter, "How often the node asked who has something.", claims.value)
    text.add(
      "espalier_node_takeovers_total", .counter, "How often the node took over the site, or what another node had.",
      takeovers.value)
    text.add("espalier_node_burials_total", .counter, "How often the node declared another one dead.", burials.value)
    text.add(
      "espalier_node_refused_total", .counter, "How often the node lost something to another one.", refusals.value)
    text.add(
      "espalier_node_unanswered_total", .counter,
      "How often another node did not answer a request that was passed on.",
      unanswered.value)
    text.add("espalier_node_saves_total", .counter, "Saves of pages and services.", saves.value)
    text.add("espalier_node_transactions_total", .counter, "Transactions that they took.", transactions)
    text.add("espalier_node_passed_seconds", "Time until another node answered a request.", passed.snapshot)
  }
}
