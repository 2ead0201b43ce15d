import Espalier
import EspalierHTTP

/// Takes the site's prefix off the path of each request, and adds it to the URLs in the headers of each reply.
struct PrefixRouter: Responder {
  let prefix: URLPrefix
  let router: Router

  func respond(to request: Request, _ answer: Answer) {
    if let health = immediateResponse(to: request) {
      answer(health)
    } else if let inner = request.below(prefix.segments) {
      router.respond(to: inner, answer.via { $1($0.below(prefix)) })
    } else if request.target.isAsterisk || request.target.canonical != nil {
      router.respond(to: request, answer)
    } else if request.path == prefix.text {
      let query = request.target.rawQuery.map { "?\($0)" } ?? ""
      answer(Response(.permanentRedirect, headers: [.location: "\(prefix.text)/\(query)"]))
    } else {
      let detail = "There is nothing at \(request.path). This site is at \(prefix.text)/."
      answer(router.refusal(HTTPError(.notFound, detail), request))
    }
  }

  /// The answers about the server's health are also outside of the prefix, for those who ask the server and not the proxy.
  func immediateResponse(to request: Request) -> Response? {
    router.immediateResponse(to: request.below(prefix.segments) ?? request)
  }

  func serverEnters(_ stage: ServerStage) { router.serverEnters(stage) }
}

extension Response {
  /// The same response for a client that reaches the site below a prefix.
  fileprivate func below(_ prefix: URLPrefix) -> Response {
    var response = self
    for (name, change) in [(HeaderName.location, prefix.added(to:)), (.link, prefix.added(toLinks:))] {
      guard headers.contains(name) else { continue }
      let values = headers.values(of: name)
      response.headers[name] = nil
      for value in values { response.headers.append(name, change(value)) }
    }
    return response
  }
}

extension URLPrefix {
  /// The value of a `Link` header (RFC 8288, 3), with the prefix in each of its targets.
  func added(toLinks text: String) -> String {
    var result = ""
    var rest = text[...]
    var isQuoted = false
    while let mark = rest.firstIndex(where: { $0 == "\"" || ($0 == "<" && !isQuoted) }) {
      let next = rest.index(after: mark)
      result += rest[..<next]
      rest = rest[next...]
      if text[mark] == "\"" {
        isQuoted.toggle()
      } else {
        let target = rest.prefix { $0 != ">" }
        result += added(to: String(target))
        rest = rest[target.endIndex...]
      }
    }
    return result + rest
  }
}
