/// The queries that a thread shows. The cost of an update follows those that are not settled, and not all.
struct OpenQueries {
  private var queries: [QueryText: LiveQuery] = [:]
  /// By number: those with something to plan, to read, to count or to tell.
  private var unsettled: [Int: LiveQuery] = [:]
  /// By number: those that could not be read, but perhaps can be soon.
  private var failing: [Int: LiveQuery] = [:]

  subscript(_ text: QueryText) -> LiveQuery? { queries[text] }

  var all: [LiveQuery] { Array(queries.values) }
  var texts: [QueryText] { Array(queries.keys) }
  var watched: [WatchedQuery] { queries.values.compactMap(\.watched) }
  var allUnsettled: [LiveQuery] { Array(unsettled.values) }

  /// Adds a query, or notes that it has something to do.
  mutating func wake(_ query: LiveQuery) {
    queries[query.text] = query
    unsettled[query.number] = query
  }

  /// Notes that a query has nothing to do.
  mutating func settle(_ query: LiveQuery) { unsettled[query.number] = nil }

  /// Notes that a query could not be read.
  mutating func noteFailure(_ query: LiveQuery) { failing[query.number] = query }

  /// Whether somebody could not read rows, and should try again soon.
  var needsRetry: Bool { failing.values.contains(where: \.needsRetry) }

  /// Reads again what could not be read.
  mutating func retry() {
    failing = failing.filter(\.value.needsRetry)
    for query in failing.values {
      query.retry()
      wake(query)
    }
  }

  mutating func remove(_ query: LiveQuery) {
    query.life.end()
    queries[query.text] = nil
    unsettled[query.number] = nil
    failing[query.number] = nil
  }
}
