/// The thread on which a statement reads. Each database has one of either kind.
enum ReadPace: Int, Sendable {
  case quick, slow

  /// How long a statement may run on the quick thread.
  static let quickLimit = Duration.milliseconds(50)
}
