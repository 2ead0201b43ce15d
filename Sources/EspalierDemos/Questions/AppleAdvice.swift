import Espalier

/// What somebody wants to do with an apple.
enum AppleUse: String, Codable, CaseIterable {
  case eat, bake, press

  var title: String {
    switch self {
    case .eat: "To eat"
    case .bake: "To bake"
    case .press: "To press"
    }
  }

  var question: String {
    switch self {
    case .eat: "How should it taste?"
    case .bake: "How should the cake taste?"
    case .press: "How should the juice taste?"
    }
  }
}

/// How an apple tastes.
enum AppleTaste: String, Codable, CaseIterable {
  case sweet, sharp

  var title: String { self == .sweet ? "Sweet" : "Sharp" }
}

/// The apple that the answers lead to.
struct AppleAdvice: Content, Identifiable {
  let id: Int
  var use: AppleUse
  var taste: AppleTaste

  var apple: String {
    switch (use, taste) {
    case (.eat, .sweet): "Golden Pippin"
    case (.eat, .sharp): "Winter Calville"
    case (.bake, .sweet): "Blenheim Orange"
    case (.bake, .sharp): "Bramley"
    case (.press, .sweet): "Sweet Coppin"
    case (.press, .sharp): "Foxwhelp"
    }
  }

  var reason: String { "\(taste.title), and good \(use.title.lowercased())." }

  var html: HTML {
    """
    <span class="avatar tone-\(apple.utf8.count % 9)" aria-hidden="true">\(apple.prefix(1))</span>\
    <div class="said"><p><strong>\(apple)</strong></p><p class="note">\(reason)</p></div>
    """
  }
}

/// The title above the notes.
struct QuestionTitle: Content {
  var count = 0
  var html: HTML {
    let text = count == 0 ? "No apple noted yet" : "\(count) \(count == 1 ? "apple" : "apples") noted"
    return "<h2>Which apple is yours?</h2><output>\(text)</output>"
  }
}

/// The buttons that begin a chain of questions.
struct QuestionButtons: Content {
  static let ask = Event<NoData>("ask")
  static let forget = Event<NoData>("forget")
  var html: HTML {
    """
    <button class="primary" \(Self.ask) aria-haspopup="dialog">Find my apple</button>\
    <button class="quiet" \(Self.forget) aria-haspopup="dialog">Forget all notes</button>
    """
  }
}
