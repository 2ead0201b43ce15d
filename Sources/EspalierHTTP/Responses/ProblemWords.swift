/// The language of error pages, and their texts in it.
package struct ProblemWords: Sendable {
  /// The title and the explanation of an error, by its status. Either may be empty: then the error's own text is shown.
  package typealias Texts = @Sendable (_ status: Int) -> (title: String, detail: String)

  /// The language tag.
  let language: String
  /// `ltr` or `rtl`.
  let direction: String
  /// The label of a field's name.
  let field: String
  /// The last line, with the parts `{status}` and `{request}`.
  let numbers: String
  /// What the sender of an invalid form can do now; nil for the error's own text.
  let advice: String?
  let texts: Texts
  /// Whether `Accept-Language` has chosen the language.
  let isNegotiated: Bool
  /// The clients that accept this type show problems to people, although they get them as JSON.
  let readers: MediaType?

  package init(
    language: String, direction: String, field: String, numbers: String, advice: String?, isNegotiated: Bool = false,
    readers: MediaType? = nil, texts: @escaping Texts
  ) {
    (self.language, self.direction, self.field, self.numbers) = (language, direction, field, numbers)
    (self.advice, self.isNegotiated, self.readers, self.texts) = (advice, isNegotiated, readers, texts)
  }

  /// English, with the errors' own texts.
  package static let english = ProblemWords(
    language: "en", direction: "ltr", field: "Field", numbers: "Status {status}, request {request}", advice: nil
  ) { _ in ("", "") }
}
