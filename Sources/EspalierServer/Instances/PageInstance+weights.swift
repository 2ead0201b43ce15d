extension PageInstance {
  /// The bytes of a patch in each dialect.
  package func weights(of patch: Patch) -> [(dialect: String, bytes: Int)] {
    Dialect.allCases.map { ($0.rawValue, publisher.body(of: patch, $0).count) }
  }
}
