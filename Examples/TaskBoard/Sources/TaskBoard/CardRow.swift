import Espalier

/// A card in a column.
struct CardRow: Content, Identifiable {
  /// What somebody does with the card.
  enum Mode: String, Codable, Sendable { case none, renaming, removing }

  let card: Card
  var mode = Mode.none
  var open = Command<Mode>.nop
  var advance = Command.nop
  var remove = Command.nop
  var rename = Command<String>.nop

  var id: Int { card.id }

  var html: HTML {
    switch mode {
    case .none:
      """
      <a class="title" href="\(CardURL(id: card.id))">\(card.fields.title)</a><p class="facts">\(card.facts)</p>\
      <p class="actions"><button class="quiet" \(advance)>\(card.status.next.map { "To \($0.rawValue)" } ?? "Archive")\
      \(name)</button> <button class="quiet" \(open, sends: .renaming)>Rename\(name)</button> \
      <button class="quiet" \(open, sends: .removing)>Delete\(name)</button></p>
      """
    case .renaming:
      """
      <form \(rename, on: nil)><label><span>Title</span>\
      <input name="data" value="\(card.fields.title)" autocomplete="off" autofocus></label>\
      <p class="actions"><button class="primary">Rename</button> \
      <button type="button" class="quiet" \(open, sends: .none)>Cancel</button></p></form>
      """
    case .removing:
      """
      <p role="alert">Delete “\(card.fields.title)” and its comments?</p><p class="actions">\
      <button class="danger" \(remove)>Delete</button> <button class="quiet" \(open, sends: .none)>Keep</button></p>
      """
    }
  }

  /// Tells the buttons of several cards apart, for screen readers.
  private var name: HTML { "<span class=\"aside\">: \(card.fields.title)</span>" }
}
