/// The limits of the page half, by name.
public struct PageLimits: Sendable, Equatable {
  /// Page instances at once; above it the longest idle that nobody looks at goes. Default 10 000.
  public var instances = 10_000
  /// Versions that an instance remembers for those who come back. Default 256.
  public var journal = 256
  /// Replies that an instance remembers by event id. Default 256.
  public var receipts = 256
  /// Arrays and objects inside each other in a JSON body. Default 32.
  public var jsonDepth = 32
  /// Viewers of one instance at once; more are answered 503. Default 10 000.
  public var viewers = 10_000

  /// The defaults.
  public init() {}
}
