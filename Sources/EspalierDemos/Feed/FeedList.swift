import Espalier

/// Items, each with a header for its author and a footer for its comments.
final class FeedList: ContainerModel {
  private var items = FeedItem.samples

  override func didLoad() {
    persist(\.items, as: "items")
    show()
  }

  private func change(_ index: Int, _ change: (inout FeedItem) -> Void) {
    change(&items[index])
    show()
  }

  private func show() {
    set(sections: items.indices.map(section), animations: Animations(insertRows: .top))
  }

  private func section(_ index: Int) -> ListSection {
    let item = items[index]
    let grow = Command("grow", to: FeedList.self) {
      $0.change(index) { $0.shown = $0.shown % $0.sentences.count + 1 }
    }
    return ListSection(item.user, header: FeedHeader(user: item.user), footer: footer(index)) {
      GrowingText(sentences: Array(item.sentences.prefix(item.shown)), total: item.sentences.count, grow: grow)
      for (number, remark) in item.remarks.enumerated() { Cell(remark, id: number, named: "Remark") { "<p>\($0)</p>" } }
    }
  }

  private func footer(_ index: Int) -> RemarkCount {
    let say = Command<String>("say", to: FeedList.self) { list, text in
      // Anybody can open this page, so its list must not grow without limit.
      guard !text.isEmpty, text.utf8.count <= 360, list.items[index].remarks.count < 12 else { return }
      list.change(index) { $0.remarks.append(text) }
    }
    return RemarkCount(user: items[index].user, count: items[index].remarks.count, say: say)
  }
}
