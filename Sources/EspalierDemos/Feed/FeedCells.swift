import Espalier

/// Who wrote.
struct FeedHeader: Content {
  var user: String
  var html: HTML { "<span class=\"avatar\" aria-hidden=\"true\">\(user.prefix(1))</span><h2>\(user)</h2>" }
}

/// A text that is as high as what it says: one sentence more each time.
struct GrowingText: Content {
  var sentences: [String]
  var total: Int
  var grow = Command.nop
  var html: HTML {
    """
    <div class="text">\(sentences.map { "<p>\($0)</p>" as HTML })</div>\
    <button class="plain" \(grow)>\(sentences.count < total ? "Read on" : "Fold")</button>
    """
  }
}

/// How many remarks there are, and one more.
struct RemarkCount: Content {
  var user: String
  var count: Int
  var say = CommandWith<String>.nop
  var html: HTML {
    """
    <output class="note">\(count == 0 ? "No remarks" : count == 1 ? "1 remark" : "\(count) remarks")</output>\
    <form \(say, on: nil)><input name="data" aria-label="A remark for \(user)" placeholder="Say something" maxlength="120" \
    autocomplete="off" required><button class="quiet">Say</button></form>
    """
  }
}
