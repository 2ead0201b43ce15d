import Espalier

/// One method of one path in the OpenAPI document.
struct Operation {
  let id: String
  let summary: String
  let tag: String
  var parameters: [JSON] = []
  /// The body that the client sends; nil if it sends none.
  var body: JSON?
  /// The answers by status.
  let responses: [(String, JSON)]
  /// Further members.
  var others: [(String, JSON)] = []

  var json: JSON {
    var members: [(String, JSON)] = [
      ("operationId", .string(id)), ("summary", .string(summary)), ("tags", [.string(tag)]),
    ]
    if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
    if let body { members.append(("requestBody", body)) }
    members.append(("responses", .object(JSONObject(responses))))
    return .object(JSONObject(members + others))
  }
}

extension PathPattern {
  /// The path as a template of OpenAPI, percent-encoded.
  var template: String {
    let segments = segments.map { segment in
      switch segment {
      case .literal(let text): URLParts.path([text])
      case .parameter(let name): "/{\(name)}"
      }
    }
    return segments.isEmpty ? "/" : segments.joined()
  }

  /// The path as a part of a name in a program: `SeedsById` for `/seeds/{id}`.
  var programName: String {
    let words = segments.map { segment in
      switch segment {
      case .literal(let text): text.programWords
      case .parameter(let name): "By" + name.programWords
      }
    }
    return words.isEmpty ? "Root" : words.joined()
  }
}

extension String {
  /// The ASCII letters and digits; each word begins with a capital.
  fileprivate var programWords: String {
    split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
