import Espalier

/// The messages of a conversation: the newest ones, and those before them when somebody scrolls up.
final class ChatHistory: ContainerModel {
  /// How many messages come at a time.
  private static let page = 30
  /// A page that is open for a day keeps this many messages at most, unless somebody has asked for earlier ones.
  static let most = 150

  private let me: Int
  /// The number of the first message that is shown.
  private var first = 0
  private var hasAskedForEarlier = false
  private var room: ChatRoom? { service(ChatRoom.self) }

  init(of me: Int) {
    self.me = me
    super.init(id: "history")
  }

  override func didLoad() {
    guard let room else { return }
    header = .loadEarlier
    persist(\.first, as: "first")
    listen(to: room.messages) { list, messages in
      let start = max(1, (messages.last?.number ?? 0) - Self.page + 1)
      // After a restart the room has fewer messages than this page has seen.
      list.first = list.first == 0 ? start : min(list.first, start)
      // Whoever writes is at the end.
      let isAtEnd = !list.hasAskedForEarlier || messages.last?.writer == list.me
      if isAtEnd, start - list.first >= Self.most - Self.page { list.forget(before: start) }
      list.show()
    }
    onLoad(.earlier, from: { $0.waiting(.milliseconds(600)) }) { wait in
      try await Task.sleep(for: wait)
    } then: { list, _ in
      list.first = max(1, list.first - Self.page)
      list.hasAskedForEarlier = true
      list.show()
      return list.isComplete ? .noMore : .more
    }
    if isComplete { children.paging.earlier.state = .finished }
  }

  private func forget(before start: Int) {
    (first, hasAskedForEarlier) = (start, false)
    children.paging.earlier.state = .ready
  }

  private var isComplete: Bool { first <= room?.oldest ?? 1 }

  private func show() {
    let messages = room?.messages(from: first) ?? []
    set(
      rows: messages.map { message in
        MessageBubble(
          id: message.number, message.text, by: message.author, at: message.time, isOwn: message.writer == me)
      })
  }
}
