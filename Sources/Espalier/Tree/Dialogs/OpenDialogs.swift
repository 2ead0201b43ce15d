/// The dialogs of a tree whose viewers have not pressed an action yet.
///
/// A viewer may go away without a press, so the number is limited. The oldest dialog is over when there are too many.
final class OpenDialogs: TreeFeature {
  /// How many dialogs of one page may be open at a time.
  static let most = 256

  struct Entry {
    weak var node: Node?
    let dialog: PresentedDialog
    /// Who may press an action: the people who may send the event that presented the dialog.
    let rule: IdentityRule?
    /// The client whose event presented it, which alone may press an action.
    let sender: EventSender?
    /// The address of the node whose event led to the dialog. The viewer goes on there.
    let origin: String?
    let answer: (Node, String) -> Void
  }

  /// The oldest first.
  private var entries: [Entry] = []
  /// What the sender of the current event must be shown.
  private var news: [DialogChange] = []
  /// The entry whose action is being answered.
  private var answered: Entry?
  /// Makes the ids. A test may set it.
  var random: any RandomNumberGenerator = SystemRandomNumberGenerator()

  /// The entry of an open dialog whose node is still in the tree.
  func entry(_ id: String, in tree: Tree) -> Entry? {
    entries.first { $0.dialog.id == id && $0.node?.tree === tree }
  }

  /// Whether the client whose event is being handled may press an action of the dialog. Nobody else was asked.
  func isFor(_ sender: EventSender?, _ entry: Entry) -> Bool {
    guard let asked = entry.sender else { return true }
    return sender?.mayAnswer(for: asked) == true
  }

  func present(_ dialog: Dialog, by node: Node, for delivery: Delivery, _ answer: @escaping (Node, String) -> Void) {
    let presented = PresentedDialog(id: id(), address: node.address, dialog: dialog)
    let origin = answered.map(\.origin) ?? delivery.sender?.address
    entries.append(
      Entry(
        node: node, dialog: presented, rule: delivery.event.identityRule, sender: node.tree?.writeKeys.sender,
        origin: origin, answer: answer
      ))
    if entries.count > Self.most { entries.removeFirst() }
    news.append(.presented(presented))
  }

  /// Ends an open dialog and runs its answer.
  func answer(_ entry: Entry, _ action: String, at node: Node) {
    entries.removeAll { $0.dialog.id == entry.dialog.id }
    news.append(.ended(entry.dialog.id, origin: entry.origin))
    answered = entry
    entry.answer(node, action)
    answered = nil
  }

  /// Notes that somebody pressed an action of a dialog that is over.
  func missed(_ id: String) { news.append(.over(id)) }

  /// Notes that the answer that is running came too late: what the dialog was about is gone.
  func answerMissed() {
    if let answered { missed(answered.dialog.id) }
  }

  func takeNews() -> [DialogChange] {
    defer { news = [] }
    return news
  }

  /// 128 random bits as hexadecimal digits.
  private func id() -> String {
    var bytes: [UInt8] = []
    for _ in 0..<16 { bytes.append(hex: UInt8.random(in: .min ... .max, using: &random)) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What happened to the dialogs of one viewer.
package enum DialogChange: Hashable, Sendable {
  /// A node presented a dialog.
  case presented(PresentedDialog)
  /// The viewer pressed an action of the dialog with this id. The viewer goes on at the node with the address `origin`.
  case ended(String, origin: String?)
  /// The viewer pressed an action, but the dialog with this id was over already.
  case over(String)
}
