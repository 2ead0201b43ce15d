public import EspalierHTTP

/// All limits of a site.
///
/// ```swift
/// var limits = Limits()
/// limits.http.connections = 5_000
/// limits.pages.instances = 2_000
/// let site = Site(limits: limits) { Page("/posts", title: "Posts") { PostList() } }
/// ```
public struct Limits: Sendable, Equatable {
  /// The limits of connections, requests and replies.
  public var http: HTTPLimits
  /// The limits of page instances, events and streams.
  public var pages: PageLimits

  /// The default limits, except those that you pass.
  public init(http: HTTPLimits = HTTPLimits(), pages: PageLimits = PageLimits()) {
    self.http = http
    self.pages = pages
  }
}

/// The limits of page instances, events and streams.
public struct PageLimits: Sendable, Equatable {
  /// Page instances of browsers at the same time. Above it, the server removes those that are idle longest and have no
  /// viewers. If all have viewers, a new one gets 503. Default 10 000.
  public var instances = 10_000
  /// Bytes that all instances of browsers may take, as the server estimates them from their nodes, documents and
  /// journals. Above it, the same happens as above `instances`. Default 256 MiB.
  public var instanceBytes = 256 << 20
  /// Instances that the requests of one address may have made. Above it, the server removes those of the same address
  /// that are idle longest, so that an address never pushes out the instances of others. 0 means no limit. Default 2
  /// 500.
  public var instancesPerAddress = 2_500
  /// Bytes that these instances may take. 0 means no limit. Default 64 MiB.
  package var instanceBytesPerAddress = 64 << 20
  /// How long the server keeps an instance of one browser or tab that has no viewers and gets no requests. The store
  /// keeps the values that its nodes `persist` longer. Default 24 hours.
  public var unseen = Duration.seconds(86_400)
  /// How long the server keeps a new instance that nobody requests again: a client that keeps no cookie leaves one
  /// behind with each request. Default 5 minutes.
  package var provisional = Duration.seconds(300)
  /// New instances that the requests of one address may make per second on average; more get 429. Restored instances do
  /// not count. Sessions that are read from the store do. 0 means no limit. Default 100, because all clients behind a proxy that is not in `proxies` share its
  /// address.
  public var instancesPerSecond = 100
  /// New instances that one address may make at once after a pause. Default 10 000, because all viewers come back at
  /// once after a restart of the server.
  package var instanceBurst = 10_000
  /// Versions that an instance remembers for clients that come back. Default 256.
  package var journal = 256
  /// Bytes that these versions may take, with all encodings that clients have requested. The oldest versions go first; a
  /// client that comes back for one gets the whole page. A page of one browser keeps an eighth of this, and no version above
  /// 64 KiB that is longer than the page. Default 4 MiB.
  package var journalBytes = 4 << 20
  /// Event ids that an instance remembers, with their replies, so that a repeat has no second effect. It remembers each
  /// for at least two minutes, unless more than this many newer ones come meanwhile. Default 65 536.
  package var receipts = 65_536
  /// Bytes that the content of these replies may take. Above it, the oldest replies only say that their event had its
  /// effect. Default 1 MiB.
  package var receiptBytes = 1 << 20
  /// Depth of nested arrays and objects in a JSON body. Default 32.
  package var jsonDepth = 32
  /// Bytes that may wait for a stream's reader, besides one frame that always may. The server sends nothing more to a
  /// slower reader until it has taken them, and then everything it missed at once. Default 128 KiB.
  package var streamPending = 128 << 10
  /// When viewers come back after the server stops. Each viewer gets another random time of this range, so that they do
  /// not all come at once. Default 0.5 s to 5 s.
  package var comeback = Duration.milliseconds(500)...Duration.seconds(5)
  /// The shortest time between two pushes of one container's changes, other than changes by a viewer's event. Changes
  /// in this time are sent as one. Default 50 ms.
  package var pushWindow = Duration.milliseconds(50)
  /// Time that a handler, or other page code that changes a page, may take. Code that takes longer is logged and
  /// counted. Default 100 ms.
  public var slow = Duration.milliseconds(100)
  /// The longest time that a request for patches may wait for one. Default 60 s.
  package var wait = Duration.seconds(60)
  /// The longest time that a form without JavaScript waits for the tasks that its event started. Default 10 s.
  public var work = Duration.seconds(10)
  /// How long a page goes on following what it shows only to viewers after the last of them has gone. Default 5 s.
  package var rest = Duration.seconds(5)
  /// Bytes of a static file. The server does not serve a larger one. Default 64 MiB.
  public var file = 64 << 20
  /// Streams of one browser at the same time, identified by its cookie; more get 429. A browser has one stream for each
  /// page that it shows. 0 means no limit. Default 16.
  package var streamsPerBrowser = 16
  /// Events that a browser, or an address without a browser's cookie, may send per second on average; more get 429. 0
  /// means no limit. Default 1 000.
  public var eventsPerSecond = 1_000
  /// Events that it may send at once after a pause. Default 2 000.
  package var eventBurst = 2_000
  /// Events that all clients of one address may send per second on average, and at once after a pause; more get 429.
  /// Only this limit stops a client that takes a new cookie for each event. All clients behind a proxy that is not in
  /// `proxies` share it. 0 means no limit. Default 10 000.
  package var eventsPerAddress = 10_000
  /// The time in each second for which the events of one browser, or of an address without a browser's cookie, may keep
  /// pages that others see busy; more get 429. All clients of an address may take as many times that as the machine has
  /// cores, at least twice. After a pause ten times as much may come at once. 0 means no limit. Default 0.5 s.
  package var eventWork = Duration.milliseconds(500)
  /// Requests and other work that may wait for one instance; a further request gets 503 with `Retry-After`. Default 10 000.
  package var waiting = 10_000
  /// Viewers of one instance at the same time; more get 503. Default 10 000.
  package var viewers = 10_000

  /// The defaults.
  public init() {}
}

extension LimitName {
  static let instances = Self(rawValue: "instances")
  static let instanceBytes = Self(rawValue: "instanceBytes")
  static let instancesPerAddress = Self(rawValue: "instancesPerAddress")
  static let instanceBytesPerAddress = Self(rawValue: "instanceBytesPerAddress")
  static let instancesPerSecond = Self(rawValue: "instancesPerSecond")
  static let viewers = Self(rawValue: "viewers")
  static let streamsPerBrowser = Self(rawValue: "streamsPerBrowser")
  static let streamPending = Self(rawValue: "streamPending")
  static let eventsPerSecond = Self(rawValue: "eventsPerSecond")
  static let eventsPerAddress = Self(rawValue: "eventsPerAddress")
  static let eventWork = Self(rawValue: "eventWork")
  static let waiting = Self(rawValue: "waiting")
  static let jsonDepth = Self(rawValue: "jsonDepth")
  static let wait = Self(rawValue: "wait")
  static let work = Self(rawValue: "work")
  static let file = Self(rawValue: "file")
  static let journal = Self(rawValue: "journal")
  static let journalBytes = Self(rawValue: "journalBytes")
  static let receipts = Self(rawValue: "receipts")
  static let receiptBytes = Self(rawValue: "receiptBytes")

  /// The limits of `PageLimits`.
  static let pages = [
    instances, instanceBytes, instancesPerAddress, instanceBytesPerAddress, instancesPerSecond, viewers,
    streamsPerBrowser, streamPending, eventsPerSecond, eventsPerAddress, eventWork, waiting, jsonDepth, wait, work,
    file, journal,
    journalBytes, receipts, receiptBytes,
  ]
}
