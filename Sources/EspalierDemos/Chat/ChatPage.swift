import Espalier

/// A conversation. Everybody sees the same messages, and their own at the other side.
final class ChatPage: ContainerModel {
  private let composer = CellModel(Composer())
  private let title = CellModel(ChatTitle(name: ""))
  private var me = 0
  private var name: String {
    get { title.content.name }
    set { title.content.name = newValue }
  }
  private var isGrid: Bool {
    get { title.content.isGrid }
    set {
      title.content.isGrid = newValue
      history?.layout = newValue ? .grid : .list
    }
  }
  private var history: ChatHistory? { children.first as? ChatHistory }
  /// How often the viewer has changed the text.
  private var changes = 0
  private var room: ChatRoom? { service(ChatRoom.self) }

  override func didLoad() {
    guard let room else { return }
    persist(\.me, as: "me")
    if me == 0 { me = room.enter() }
    name = ChatRoom.name(of: me)
    header = title
    add(ChatHistory(of: me))
    persist(\.name, as: "name")
    persist(\.isGrid, as: "isGrid")
    footer = composer
    layout = .list.atEnd()
    listen(to: room.messages) { page, messages in
      if let last = messages.last, last.writer != 0, last.writer != page.me {
        page.title.content.news = "\(last.author): \(last.text)"
      }
    }
    listen(to: room.writing) { page, writing in
      page.composer.content.writing = writing.filter { $0.key != page.me }.sorted { $0.key < $1.key }.map(\.value)
    }
    listen(to: room.here) { page, here in
      page.composer.content.here = here.filter { $0.key != page.me }.sorted { $0.key < $1.key }.map(\.value)
    }
    // This page has one viewer.
    listen(toViewersAs: \.name) { page, names in page.room?.set(page.me, isHere: names.first) }
    on(Composer.write) { $0.write($1) }
    on(ChatTitle.rename) { page, new in
      if !new.name.allSatisfy(\.isWhitespace) { page.name = new.name }
    }
    on(ChatTitle.arrange) { $0.isGrid = $1 }
  }

  private func write(_ draft: Composer.Draft) {
    let text = draft.text
    changes += 1
    guard draft.send != nil else {
      composer.content.text = text
      room?.set(me, isWriting: text.isEmpty ? nil : name)
      if !text.isEmpty { stopLater() }
      return
    }
    if !text.allSatisfy(\.isWhitespace) { room?.say(text, as: me, name) }
    composer.content.text = ""
    room?.set(me, isWriting: nil)
  }

  /// Somebody who has not changed the text for a while is not writing any more.
  private func stopLater() {
    let last = changes
    task { [wait = waiting(.seconds(10))] in
      try? await Task.sleep(for: wait)
    } then: { page, _ in
      if page.changes == last { page.room?.set(page.me, isWriting: nil) }
    }
  }

  override func didDetachFromRoot() {
    room?.set(me, isWriting: nil)
    room?.set(me, isHere: nil)
  }
}
