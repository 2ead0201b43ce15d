/// An event as a client sent it.
package struct SentEvent {
  /// The name of the event, and the address of the node that sends it.
  let name: String, address: String
  let data: JSON
  /// Whether it comes from a form: strings in the data may stand for numbers.
  let isForm: Bool
  /// The files that the data has references to.
  let files: UploadedFiles
  /// Whether the delivery records which nodes handle the event and what is shared.
  let isTraced: Bool
  /// Identifies the event also after a restart of the server, and in other files than the store of the site; nil if the
  /// client gave it no id.
  let key: String?
  /// The client that sent it; nil if it is unknown.
  let client: EventSender?
  /// Who sent it, if somebody is known: also on a page that all browsers share.
  let visitor: (any Visitor)?

  package init(
    _ name: String, from address: String, data: JSON, isForm: Bool = false, files: UploadedFiles = UploadedFiles(),
    isTraced: Bool = false, key: String? = nil, client: EventSender? = nil, visitor: (any Visitor)? = nil
  ) {
    (self.name, self.address, self.data, self.isForm, self.files) = (name, address, data, isForm, files)
    (self.isTraced, self.key, self.client, self.visitor) = (isTraced, key, client, visitor)
  }
}
