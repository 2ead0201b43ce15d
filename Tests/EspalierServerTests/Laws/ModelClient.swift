import Espalier
import EspalierTestSupport

@testable import EspalierHTTP
@testable import EspalierServer

/// A client that does only what the article on the wire says. It applies the patch to `n + 1` only at `n`, ignores
/// patches that it has, keeps early patches until the missing ones arrive, and takes a snapshot in place of its
/// document.
struct ModelClient {
  /// What the client did with a patch.
  enum Verdict: String, CaseIterable { case applied, replaced, known, early, foreign }

  private(set) var document: JSON
  private(set) var version: Version
  private(set) var verdicts: Set<Verdict> = []
  /// How often its document changed.
  private(set) var changes = 0
  private var early: [Int: JSON] = [:]
  /// The highest version number that it received.
  private var wanted = 0
  private var isLost = false

  /// A careless client applies everything at once, to show that tests find broken laws.
  let isCareless: Bool

  init(_ page: Response, isCareless: Bool = false) throws {
    document = try page.json
    version = try page.version
    self.isCareless = isCareless
  }

  /// Whether it must ask for missing patches.
  var isBehind: Bool { isLost || wanted > version.number }

  /// Takes the reply to an event.
  mutating func take(reply: Response) throws { try take(reply.version, reply.json, isSnapshot: false) }

  /// Takes the reply to a request for missing patches, sent at that version.
  mutating func take(catchUp reply: Response, askedAt asked: Version) throws {
    // A client that has seen the next epoch ignores replies about an earlier one.
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
    // An empty reply only says which version the server has.
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
