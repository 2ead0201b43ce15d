extension Words {
  /// The title and the explanation of an error, by the status of the answer. Either is empty if the server's own text
  /// should be shown.
  package func problem(_ status: Int) -> (title: String, detail: String) {
    let (title, detail) = Self.problem(status)
    return (self[title], self[detail])
  }

  private static func problem(_ status: Int) -> (Text, Text) {
    switch status {
    case 400, 422: (.invalidTitle, .invalidDetail)
    case 401: (.signInTitle, .signInDetail)
    case 403: (.forbiddenTitle, .forbiddenDetail)
    case 404: (.notFoundTitle, .notFoundDetail)
    case 409, 412: (.changedTitle, .changedDetail)
    case 410: (.goneTitle, .goneDetail)
    case 413: (.tooLargeTitle, .tooLargeDetail)
    case 429: (.tooManyTitle, .tooManyDetail)
    case 500: (.failedTitle, .failedDetail)
    case 503: (.unavailableTitle, .unavailableDetail)
    default: (.refusedTitle, .refusedDetail)
    }
  }
}
