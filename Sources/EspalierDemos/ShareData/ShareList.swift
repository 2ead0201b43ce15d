import Espalier

/// Buttons that send the next letter to all readers and add a reader.
struct Sharer: Content {
  static let shareNext = Event<NoData>("shareNext")
  static let addCell = Event<NoData>("addCell")
  var number = 0
  var readers = 0
  var html: HTML {
    """
    <button class="primary" \(Self.shareNext)>Send letter \(number + 1)</button>\
    <button class="quiet" \(Self.addCell)>Add a reader</button>\
    <output class="aside">\(readers) readers, \(number == 0 ? "no letter yet" : "letter \(number)")</output>
    """
  }
}

/// A reader, by number.
struct Reader: Identifiable, Hashable { let id: Int }

/// A reader's letter box: it shows the newest letter.
struct Listener: Content {
  let name: String
  var text = "No letter yet"
  var html: HTML { "<strong>\(name)</strong><span>\(text)</span>" }

  init(_ reader: Reader) { name = Self.names[reader.id % Self.names.count] }

  private static let names = """
    Ada Ben Cleo Dora Emil Finn Gil Hana Ivo Jana Karl Lea Max Nia Ole Pia Quin Rosa Sam Tess Uli Vera Wim Xenia Yara Zeno
    """.split(separator: " ").map(String.init)
}

/// Subscribes to the newest letter. It works at any place below the sharing node.
final class ListenerModel: CellModel<Listener> {
  static let number = SharedData<Int>("number")
  override func didLoad() { subscribe(to: Self.number) { $0.content.text = "Letter \($1)" } }
}

/// A gardeners' letter and its hundred readers. Only the name of the shared data connects them.
final class ShareList: ContainerModel {
  private struct State: Codable, Equatable {
    var number = 0
    var cells = 100
  }

  private let sharer = CellModel(Sharer())
  private let listeners = ContainerModel(id: "listeners")
  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    (sharer.content.number, sharer.content.readers) = (state.number, state.cells)
    add(sharer)
    add(listeners)
    showReaders()
    if state.number > 0 { share(state.number, to: ListenerModel.number) }
    on(Sharer.shareNext) { list in
      list.state.number += 1
      list.sharer.content.number = list.state.number
      list.share(list.state.number, to: ListenerModel.number)
    }
    on(Sharer.addCell) { list in
      // Anybody can open this page, so its list must not grow without limit.
      guard list.state.cells < 400 else { return }
      list.state.cells += 1
      list.sharer.content.readers = list.state.cells
      list.showReaders()
    }
  }

  /// Readers who come later stand above the first hundred.
  private func showReaders() {
    let readers = (0..<state.cells).map { Reader(id: $0) }
    listeners.set(rows: Array(readers.dropFirst(100).reversed()) + readers.prefix(100)) { ListenerModel(Listener($0)) }
  }
}
