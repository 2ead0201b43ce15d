import Espalier

/// Three questions, one after the other, that lead to an apple. Only the viewer who asks sees them; the answers become
/// rows.
final class Questions: ContainerModel {
  private var advice: [AppleAdvice] = [] { didSet { show() } }

  override func didLoad() {
    persist(\.advice, as: "advice")
    footer = CellModel(QuestionButtons())
    show()
    on(QuestionButtons.ask) { $0.askForUse() }
    on(QuestionButtons.forget) { $0.askToForget() }
  }

  private func show() {
    set(animations: Animations(insertRows: .fade, deleteRows: .fade)) {
      QuestionTitle(count: advice.count)
      for advice in advice { advice }
    }
  }

  private func askForUse() {
    let actions = AppleUse.allCases.map { Dialog.Action($0.rawValue, $0.title) } + [.init("cancel", "Not now", .cancel)]
    present(.sheet("What is the apple for?", "The first of two questions.", actions: actions)) { list, action in
      AppleUse(rawValue: action).map(list.askForTaste)
    }
  }

  private func askForTaste(_ use: AppleUse) {
    let actions = AppleTaste.allCases.map { Dialog.Action($0.rawValue, $0.title) } + [.init("back", "Back", .cancel)]
    present(.alert(use.question, "The second of two questions.", actions: actions)) { list, action in
      guard let taste = AppleTaste(rawValue: action) else { return list.askForUse() }
      list.recommend(use, taste)
    }
  }

  private func recommend(_ use: AppleUse, _ taste: AppleTaste) {
    let found = AppleAdvice(id: (advice.last?.id ?? 0) + 1, use: use, taste: taste)
    present(.alert(found.apple, found.reason, actions: [.init("note", "Note it"), .init("no", "Thank you", .cancel)])) {
      list, action in
      // A longer list helps nobody.
      if action == "note" { list.advice = list.advice.suffix(9) + [found] }
    }
  }

  private func askToForget() {
    let actions: [Dialog.Action] = [.init("forget", "Forget", .destructive), .init("keep", "Keep", .cancel)]
    present(.alert("Forget all notes?", "You cannot undo this.", actions: actions)) { list, action in
      if action == "forget" { list.advice = [] }
    }
  }
}
