import EspalierHTTP

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
