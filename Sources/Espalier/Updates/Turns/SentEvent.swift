/// An event as a client sent it.
package struct SentEvent: Sendable {
  /// The name of the event, and the address of the node that sends it.
  package let name: String, address: String
  package let data: JSON
  /// Whether it comes from a form: strings in the data may stand for numbers.
  package let isForm: Bool
  /// The files that the data has references to.
  let files: UploadedFiles
  /// Whether the delivery records which nodes handle the event and what is shared.
  package var isTraced = false
  /// Identifies the event also after a restart of the server, and in other files than the store of the site; nil if the
  /// client gave it no id.
  package var key: String?
  /// The client that sent it; nil if it is unknown.
  package var client: EventSender?
  /// Who sent it, if somebody is known: also on a page that all browsers share.
  package var visitor: (any Visitor)?

  package init(
    _ name: String, from address: String, data: JSON, isForm: Bool = false, files: UploadedFiles = UploadedFiles(),
    visitor: (any Visitor)? = nil
  ) {
    (self.name, self.address, self.data, self.isForm) = (name, address, data, isForm)
    (self.files, self.visitor) = (files, visitor)
  }
}
