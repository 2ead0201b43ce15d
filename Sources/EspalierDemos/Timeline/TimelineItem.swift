import Espalier

/// One post, with a button for its options.
struct TimelineItem: Content, Identifiable {
  let id: Int
  var isReported: Bool
  var options = Command.nop

  var author: String { Self.authors[id % Self.authors.count] }
  private var text: String { Self.texts[id % Self.texts.count] }

  var html: HTML {
    """
    <span class="avatar tone-\(id % 9)" aria-hidden="true">\(author.prefix(1))</span>\
    <div class="said"><p><strong>\(author)</strong> <span class="note">\(id) h</span></p><p>\(text)</p><div role="status">\(remark)</div></div>\
    <button class="more" \(options) aria-haspopup="dialog" aria-label="Options for the post by \(author)">⋯</button>
    """
  }

  private var remark: HTML {
    isReported ? "<p class=\"remark\">You reported this post. We will look at it.</p>" : HTML()
  }

  private static let authors = [
    "Ada Brand", "Ben Okoro", "Cleo Lindt", "Dora Ruiz", "Emil Berg", "Finn Adeyemi", "Gil Moreau",
  ]
  private static let texts = [
    "The first blossom on the south wall, nine days before last year’s.",
    "Does anybody still have scions of the old winter pear? I would trade them for quinces.",
    "Frost is said to come on Thursday. The fleece is in the shed, behind the ladder.",
    "I have counted: four hundred and twelve apples on one cordon, and not a single worm.",
    "Bees in the wall again. We leave the loose brick where it is.",
    "The wires are tight, the stakes are in, and it rains. It could not be better.",
    "Whoever borrowed the long saw: the plum is waiting.",
    "Pruned too hard, I fear. We shall see in May who was right, the book or I.",
  ]
}

/// The view of an empty timeline.
struct EmptyTimeline: Content {
  var html: HTML {
    """
    <svg viewBox="0 0 120 96" aria-hidden="true"><path class="ground" d="M8 84h104"/><path class="pot" d="M44 56h32l-5 28H49z"/>\
    </svg><p><strong>Nothing left to read</strong></p><p class="note">Refresh to bring all posts back.</p>
    """
  }
}
