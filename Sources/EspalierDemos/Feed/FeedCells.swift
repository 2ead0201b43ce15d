import Espalier

/// The author of an item.
struct FeedHeader: Content {
  var user: String
  var html: HTML { "<span class=\"avatar\" aria-hidden=\"true\">\(user.prefix(1))</span><h2>\(user)</h2>" }
}

/// A text that is as high as its sentences. Each press shows one more sentence; after the last one, a press shows only
/// the first.
struct GrowingText: Content {
  var sentences: [String]
  var total: Int
  var grow = Command.nop
  var html: HTML {
    """
    <div class="text" role="log">\(sentences.map { "<p>\($0)</p>" as HTML })</div>\
    <button class="plain" \(grow)>\(sentences.count < total ? "Read more" : "Show less")</button>
    """
  }
}

/// The footer: the number of comments, and a field to write one.
struct RemarkCount: Content {
  var user: String
  var count: Int
  var say = Command<String>.nop
  var html: HTML {
    """
    <output class="note">\(count == 0 ? "No comments" : count == 1 ? "1 comment" : "\(count) comments")</output>\
    <form \(say)><input name="data" aria-label="Comment for \(user)" placeholder="Write a comment" maxlength="120" \
    autocomplete="off" required><button class="quiet">Post</button></form>
    """
  }
}
