import EspalierHTTP

/// The limits of the page half, by name.
public struct PageLimits: Sendable, Equatable {
  /// Page instances of browsers at once. Above it the longest idle that nobody looks at go; where all are looked at, a
  /// new one is refused with 503. Default 10 000.
  public var instances = 10_000
  /// Bytes that all instances of browsers may take, as the server estimates them from their nodes, documents and journals. Above it the
  /// same happens as above `instances`. Default 256 MiB.
  public var instanceBytes = 256 << 20
  /// Instances that the requests of one address may have made. Above it the address's own longest idle ones go, so that it pushes out
  /// nobody else's. 0 is no limit. Default 2 500.
  public var instancesPerAddress = 2_500
  /// Bytes that these instances may take. 0 is no limit. Default 64 MiB.
  public var instanceBytesPerAddress = 64 << 20
  /// How long an instance of one browser or tab is kept that nobody looks at or asks for. What its nodes `persist` is in the
  /// store longer. Default 24 hours.
  public var unseen = Duration.seconds(86_400)
  /// How long a new instance is kept that nobody asks for again: whoever keeps no cookie leaves one behind with each request. Default 5
  /// minutes.
  public var provisional = Duration.seconds(300)
  /// New instances that the requests of one address may make in a second on average; more are answered 429. Those that were kept do not
  /// count. 0 is no limit. Default 100, since all clients behind a proxy that is not named have its address.
  public var instancesPerSecond = 100
  /// New instances that one address may make at once after a rest. Default 10 000, since all viewers of a server that was started anew
  /// come back at once.
  public var instanceBurst = 10_000
  /// Versions that an instance remembers for those who come back. Default 256.
  public var journal = 256
  /// Bytes that these versions may take, with all encodings that somebody asked for; the oldest go first, the newest stays. Default
  /// 4 MiB.
  public var journalBytes = 4 << 20
  /// Replies that an instance remembers by event id. Default 256.
  public var receipts = 256
  /// Bytes that what these replies say may take. Above it the oldest say no more than that their event had its effect. Default 1 MiB.
  public var receiptBytes = 1 << 20
  /// Arrays and objects inside each other in a JSON body. Default 32.
  public var jsonDepth = 32
  /// Bytes that may wait for a stream's reader, beside the one frame that always may. A slower one is sent nothing more until it has
  /// taken them, and then what it missed at once. Default 128 KiB.
  public var streamPending = 128 << 10
  /// When the viewers of a server that stops are told to come back: each after another time of this range, so that they do not
  /// all come at once. Default 0.5 s to 5 s.
  public var comeback = Duration.milliseconds(500)...Duration.seconds(5)
  /// The shortest time between two pushes of one container's changes: those that no event of a viewer made. What comes
  /// meanwhile goes out as one. Default 50 ms.
  public var pushWindow = Duration.milliseconds(50)
  /// Time of a handler, or of other page code that changes a page, above which it is reported in the log and counted. Default 100 ms.
  public var slow = Duration.milliseconds(100)
  /// The longest that a request for patches may wait for one. Default 60 s.
  public var wait = Duration.seconds(60)
  /// The longest that a form without JavaScript waits for the asynchronous work that its event started. Default 10 s.
  public var work = Duration.seconds(10)
  /// Bytes of a static file; a larger one is not served. Default 64 MiB.
  public var file = 64 << 20
  /// Streams of one browser at once, by its cookie; more are answered 429. A browser has one for each page that it shows. 0 is no
  /// limit. Default 16.
  public var streamsPerBrowser = 16
  /// Events that a browser, or an address without a browser's cookie, may send in a second on average; more are answered 429. 0 is no
  /// limit. Default 1 000.
  public var eventsPerSecond = 1_000
  /// Events that one may send at once after a rest. Default 2 000.
  public var eventBurst = 2_000
  /// Events that all clients of one address may send in a second on average, and at once after a rest; more are answered 429. Who takes
  /// a new cookie for each event is held by this alone, and all clients behind a proxy that is not named share it. 0 is no limit. Default 10 000.
  public var eventsPerAddress = 10_000
  /// Viewers of one instance at once; more are answered 503. Default 10 000.
  public var viewers = 10_000

  /// The defaults.
  public init() {}
}
