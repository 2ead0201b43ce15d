import Espalier
import EspalierTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// A client that does what the article on the wire says, and no more: the patch to `n + 1` is applied only to `n`; what is known is
/// passed over; what comes early waits for what is missing; a snapshot replaces.
struct ModelClient {
  /// What became of a patch.
  enum Verdict: String, CaseIterable { case applied, replaced, known, early, foreign }

  private(set) var document: JSON
  private(set) var version: Version
  private(set) var verdicts: Set<Verdict> = []
  /// How often its document changed.
  private(set) var changes = 0
  private var early: [Int: JSON] = [:]
  /// The highest number that it heard of.
  private var wanted = 0
  private var isLost = false

  /// One that applies whatever comes when it comes, to show that the laws can be broken.
  let isCareless: Bool

  init(_ page: Response, isCareless: Bool = false) throws {
    document = try page.json
    version = try page.version
    self.isCareless = isCareless
  }

  /// Whether it must ask for what it lacks.
  var isBehind: Bool { isLost || wanted > version.number }

  /// Takes the reply to an event.
  mutating func take(reply: Response) throws { try take(reply.version, reply.json, isSnapshot: false) }

  /// Takes the reply to a question for what is missing, which was asked at that version.
  mutating func take(catchUp reply: Response, askedAt asked: Version) throws {
    // What another life says of a page is no news to one who has seen the next.
    guard asked.epoch == version.epoch || isCareless else { return }
    guard case .array(let patches) = try reply.json["patches"] else { throw LawBroken("there are no patches") }
    for patch in patches {
      guard let text = patch["version"]?.text, let version = Version(text), let operations = patch["patch"] else {
        throw LawBroken("this is no patch: \(patch)")
      }
      try take(version, operations, isSnapshot: patch["event"] == "snapshot")
    }
  }

  /// Takes one event of the stream.
  mutating func take(_ event: EventReader.Event) throws {
    guard let version = Version(event.id) else { throw LawBroken("\(event.id) is no version") }
    try take(version, JSON(parsing: event.data, depth: 64), isSnapshot: event.name == "snapshot")
  }

  private mutating func take(_ new: Version, _ patch: JSON, isSnapshot: Bool) throws {
    let verdict = isCareless ? .applied : verdict(on: new, patch, isSnapshot)
    verdicts.insert(verdict)
    switch verdict {
    case .known: return
    case .foreign: isLost = true
    case .early:
      wanted = max(wanted, new.number)
      if patch != [] { early[new.number] = patch }
    case .applied, .replaced:
      document = try JSONPatch.apply(patch, to: document)
      changes += 1
      if new.epoch != version.epoch { (early, wanted) = ([:], 0) }
      (version, isLost) = (new, false)
      if let next = early.removeValue(forKey: new.number + 1) {
        try take(Version(epoch: new.epoch, number: new.number + 1), next, isSnapshot: false)
      }
    }
  }

  private func verdict(on new: Version, _ patch: JSON, _ isSnapshot: Bool) -> Verdict {
    if new.epoch == version.epoch, new.number <= version.number { return .known }
    if isSnapshot { return .replaced }
    if new.epoch != version.epoch { return .foreign }
    // An empty reply only says how far the server is.
    return new.number == version.number + 1 && patch != [] ? .applied : .early
  }
}

extension Response {
  fileprivate var json: JSON {
    get throws {
      guard case .bytes(let bytes) = body else { throw LawBroken("the reply has no body") }
      return try JSON(parsing: bytes, depth: 64)
    }
  }

  fileprivate var version: Version {
    get throws {
      guard let tag = headers[.etag], let version = Version(String(tag.filter { $0 != "\"" })) else {
        throw LawBroken("the reply has no version")
      }
      return version
    }
  }
}
