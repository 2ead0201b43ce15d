/// The name of a limit, for the metric that counts how often clients exceed it. It is spelled like its property of
/// `HTTPLimits` or of a layer above.
package struct LimitName: Sendable, Hashable, RawRepresentable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package static let body = Self(rawValue: "body")
  package static let bodies = Self(rawValue: "bodies")
  package static let replies = Self(rawValue: "replies")
  package static let upload = Self(rawValue: "upload")
  package static let uploads = Self(rawValue: "uploads")
  package static let uploadParts = Self(rawValue: "uploadParts")
  package static let uploadReserve = Self(rawValue: "uploadReserve")
  package static let uploadDeadline = Self(rawValue: "uploadDeadline")
  package static let target = Self(rawValue: "target")
  package static let headers = Self(rawValue: "headers")
  package static let headerMemory = Self(rawValue: "headerMemory")
  package static let headerDeadline = Self(rawValue: "headerDeadline")
  package static let bodyDeadline = Self(rawValue: "bodyDeadline")
  package static let idle = Self(rawValue: "idle")
  package static let stall = Self(rawValue: "stall")
  package static let connections = Self(rawValue: "connections")
  package static let connectionsPerAddress = Self(rawValue: "connectionsPerAddress")
  package static let threads = Self(rawValue: "threads")
  package static let shutdownGrace = Self(rawValue: "shutdownGrace")
  package static let descriptors = Self(rawValue: "descriptors")
  package static let progress = Self(rawValue: "progress")

  /// The limits of this module.
  package static let http = [
    body, bodies, replies, upload, uploads, uploadParts, uploadReserve, uploadDeadline, target, headers, headerMemory,
    headerDeadline, bodyDeadline, idle, stall, connections, connectionsPerAddress, threads, descriptors, progress,
    shutdownGrace,
  ]

  /// The limits that have no property: they come from the machine and from libmicrohttpd.
  package static let fixed: Set<LimitName> = [.descriptors, .progress]
}
