import EspalierHTTP
import Espalier

extension PageInstance {
  func response(
    to event: EventRequest, _ outcome: Outcome, _ reply: PageReply, _ request: Request
  ) -> Response {
    var headers = links.event
    // A client of the JSON API that repeats an event whose changes were forgotten gets the whole page as it is now.
    let isWhole = reply == .jsonPatch && outcome.lacksPatch
    let version = (isWhole ? version : outcome.version ?? version).description
    headers.append(.etag, EntityTag(version).description)
    let type: MediaType
    let body: [UInt8]
    switch reply {
    case .redirect,
      .turbo where outcome.effects.target != nil || outcome.effects.haveDialog:
      surroundings.notices.add(notices(outcome.effects), for: request.browser ?? browser, at: siteClock.now)
      let all = (outcome.patch?.changes.effects ?? []) + outcome.effects
      let place = all.last { $0.address != nil }?.address ?? event.node
      // A browser gives the focus to an element with `autofocus` only if the URL has no fragment (WHATWG HTML 6.6.7).
      let end = outcome.effects.haveDialog ? "" : "#\(fragment(of: place))"
      headers[.location] = outcome.effects.target ?? url.page(named: refusesCookies(request, event)) + end
      return Response(.seeOther, headers: headers)
    case .receipt:
      let prefix = surroundings.prefix
      let instance = JSONObject([("instance", .string(id)), ("events", .string(prefix.added(to: url.events)))])
      let receipt = Receipt.document(
        outcome.delivery, version: version, instance: instance, changes: outcome.patch?.changes,
        effects: outcome.effects, prefix: prefix)
      (type, body) = (.json, receipt.line)
    case .jsonPatch:
      let patch = outcome.patch.map { publisher.body(of: $0, .jsonPatch) }
      (type, body) = (.jsonPatch, isWhole ? publisher.snapshotBody(.jsonPatch) : patch ?? noOperations)
    case .domPatch: (type, body) = (.domPatch, domBody(outcome))
    case .turbo:
      // Otherwise Turbo would apply the same change twice.
      (type, body) = (.turboStream, followsByTurbo(request.browser) ? [] : turboBody(outcome))
    }
    headers.append(.contentType, type.description)
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  /// The response after the tasks that the event started: they may lead somewhere else, or have something to say.
  /// Tasks that write have it for every sender, others for a plain form.
  func afterWork(_ first: EventReply, to event: EventRequest, _ reply: PageReply, _ request: Request) -> Response {
    if let ticket = first.save {
      let saved = Saved(ticket)
      if let failure = saved.failure ?? saved.ticket.map({ _ in .unfinished }) {
        return .problem(failure, for: request, in: problemFrame)
      }
    }
    var response = first.response
    if let outcome = work.outcome(ofWritten: first.written) {
      response = self.response(to: event, outcome, reply, request)
    }
    guard response.status == .seeOther else { return response }
    let effects = work.takeEffects()
    surroundings.notices.add(notices(effects), for: request.browser ?? browser, at: siteClock.now)
    return effects.target.map { response.with(.location, $0) } ?? response
  }

  /// What a browser without JavaScript sees on the next page that it loads. A dialog is on this page only.
  private func notices(_ effects: [Effect]) -> [Notice] {
    effects.compactMap { effect in
      switch effect {
      case .notice(let text): .text(text)
      case .dialog(let dialog): .dialog(dialog, instance: id)
      default: nil
      }
    }
  }

  private func domBody(_ outcome: Outcome) -> [UInt8] {
    if outcome.effects.isEmpty || outcome.lacksPatch {
      return outcome.patch.map { publisher.body(of: $0, .dom) } ?? noOperations
    }
    return publisher.dialects.patch((outcome.patch?.changes ?? ChangeSet()).adding(outcome.effects), in: .dom)
  }

  /// Turbo would not ask for a missing patch, so it gets a snapshot instead.
  private func turboBody(_ outcome: Outcome) -> [UInt8] {
    if outcome.lacksPatch { return ServerSentEvent.data(of: publisher.snapshotFrame(.turbo)) }
    return outcome.patch.map { publisher.body(of: $0, .turbo) } ?? []
  }

  /// Whether a browser gets every change through a Turbo stream.
  private func followsByTurbo(_ browser: String?) -> Bool {
    browser.map { publisher.isFollowed(by: $0, in: .turbo) } ?? false
  }

  /// Whether a browser got the cookie and the number of its page's load, but sends back only the number.
  private nonisolated func refusesCookies(_ request: Request, _ event: EventRequest) -> Bool {
    request.browser == nil && event.instance(in: request) == id
  }

  private nonisolated var noOperations: [UInt8] { Array("[]".utf8) }

  /// An address, escaped for a URL. If an event is only repeated, nothing has checked that `event.node` is an address.
  private nonisolated func fragment(of address: String) -> String {
    let keys = address.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, key) in keys.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "/")) }
      bytes.append(percentEncoding: String(Substring(key)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The reply to an event, which tasks that write the event may complete.
struct EventReply: Sendable {
  let response: Response
  /// The number of the event among those that are written; nil if nothing is.
  let written: Int?
  /// The save of the event, if the reply waits for it.
  let save: SaveTicket?

  init(_ response: Response, written: Int? = nil, save: SaveTicket? = nil) {
    (self.response, self.written, self.save) = (response, written, save)
  }
}

extension HTTPError {
  /// The event is still being written after the time that a reply may take.
  fileprivate static var unfinished: HTTPError {
    HTTPError(
      .unavailable,
      """
      The server has handled the event, but what it writes is not saved yet. Repeat the event with the same id to learn \
      when it is: it has no second effect.
      """)
  }
}

extension [Effect] {
  /// The last page to which the effects lead; nil if they lead nowhere.
  fileprivate var target: String? {
    for case .navigate(let url) in reversed() { return url }
    return nil
  }

  fileprivate var haveDialog: Bool { contains { if case .dialog = $0 { true } else { false } } }
}
