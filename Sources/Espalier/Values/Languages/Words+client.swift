extension Words {
  /// The texts that the browser's client shows.
  package static let client: [Text] = [
    .offline, .sending, .notSaved, .noConnection, .serverSays, .tryAgain, .close, .pageFailed, .notSent, .perhapsSent,
    .serverAnswered, .notLive, .changedElsewhere, .emptiedElsewhere, .useIt, .rowLifted, .rowPlace, .rowDropped,
  ]

  /// The texts of the client that differ from the English ones, as JSON: each English text with this one. Nil if none
  /// differs.
  package var clientTexts: [UInt8]? {
    let english = Words.english
    let members = Self.client.filter { self[$0] != english[$0] }.map { (english[$0], JSON.string(self[$0])) }
    return members.isEmpty ? nil : JSON.object(JSONObject(members)).bytes
  }
}
