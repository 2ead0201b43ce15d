import Espalier

/// A conversation. Everybody sees the same messages, and their own at the other side.
final class ChatPage: ContainerModel {
  private let composer = CellModel(Composer())
  private var me = 0
  /// How often the viewer has changed the text.
  private var changes = 0
  private var room: ChatRoom? { service(ChatRoom.self) }

  override func didLoad() {
    guard let room else { return }
    persist(\.me, as: "me")
    if me == 0 { me = room.enter() }
    let title = CellModel(ChatTitle(name: ChatRoom.name(of: me)))
    header = title
    add(ChatHistory(of: me))
    footer = composer
    layout = .list.atEnd()
    listen(to: room.messages) { page, messages in
      if let last = messages.last, last.writer != 0, last.writer != page.me {
        title.content.news = "\(last.author): \(last.text)"
      }
    }
    listen(to: room.writing) { page, writing in
      page.composer.content.writing = writing.filter { $0.key != page.me }.sorted { $0.key < $1.key }.map(\.value)
    }
    on(Composer.write) { $0.write($1) }
  }

  private func write(_ draft: Composer.Draft) {
    let text = draft.text.clipped(toBytes: 800)
    changes += 1
    guard draft.send != nil else {
      composer.content.text = text
      room?.set(me, isWriting: !text.isEmpty)
      if !text.isEmpty { stopLater() }
      return
    }
    if !text.allSatisfy(\.isWhitespace) { room?.say(text, as: me) }
    composer.content.text = ""
    room?.set(me, isWriting: false)
  }

  /// Somebody who has not changed the text for a while is not writing any more.
  private func stopLater() {
    let last = changes
    task { [wait = waiting(.seconds(10))] in
      try? await Task.sleep(for: wait)
    } then: { page, _ in
      if page.changes == last { page.room?.set(page.me, isWriting: false) }
    }
  }

  override func didDetachFromRoot() { room?.set(me, isWriting: false) }
}
