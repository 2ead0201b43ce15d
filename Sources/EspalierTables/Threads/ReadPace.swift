/// The thread on which a statement reads. Each database has one of either kind.
package enum ReadPace: Int, Sendable {
  case quick, slow

  /// How long a statement may run on the quick thread.
  package static let quickLimit = Duration.milliseconds(50)
}
