import Espalier

/// The week's progress.
struct Activity: Content {
  var done: Int
  var all: Int
  /// The number of jobs that the tag leaves in the list.
  var shown: Int
  var html: HTML {
    """
    <div class="activity"><svg viewBox="0 0 44 44" aria-hidden="true"><circle class="rest" cx="22" cy="22" r="18"/>\
    <circle class="done" cx="22" cy="22" r="18" pathLength="\(all)" stroke-dasharray="\(done) \(all)"/></svg>\
    <div><h2>This week</h2><p class="note"><output><span>\(done) of \(all) jobs are done</span>\
    <span class="aside">, \(shown) shown</span></output></p></div></div>
    """
  }
}

/// A button that filters the jobs by a tag.
struct JobTag: Content, Identifiable {
  let id: String
  var isChosen: Bool
  var choose = Command.nop
  var html: HTML { "<button class=\"tag\" aria-pressed=\"\(isChosen)\" \(choose)>\(id)</button>" }
}

/// A text that a press expands or folds.
struct Story: Content {
  var text: String
  var isOpen: Bool
  var toggle = Command.nop
  var html: HTML { "<button class=\"fold\" aria-expanded=\"\(isOpen)\" \(toggle)><span>\(text)</span></button>" }
}

/// A number and its unit or name.
struct Figure: Content, Identifiable {
  let id: String
  var value: String
  var name: String
  var placement: Layout.Placement { .height(92) }
  var html: HTML { "<div class=\"figure\"><strong>\(value)</strong><span class=\"note\">\(name)</span></div>" }
}

/// A card of the strip.
struct Outlook: Content, Identifiable {
  let id: String
  var title: String
  var note: String
  var picture: Picture
  var isLiked = false
  var like = Command.nop
  var placement: Layout.Placement { .init(width: .fixed(240)) }
  var html: HTML {
    """
    <div class="view">\(picture.html)<strong>\(title)</strong><span class="note">\(note)</span><button class="round" \
    aria-pressed="\(isLiked)" aria-label="Like \(title)" \(like)>\(isLiked ? "♥" : "♡")</button></div>
    """
  }
}

/// A job, with a button to finish it. Its menu also removes it.
struct Job: Content, Identifiable {
  let id: String
  var title: String
  var tag: String
  var isDone = false
  var finish = Command.nop
  var html: HTML {
    """
    <span class="job"><strong>\(title)</strong><span class="note">\(tag)</span></span><button class="quiet" aria-pressed="\(isDone)" \
    aria-label="Done: \(title)" \(finish)>\(isDone ? "Done ✓" : "Done")</button>
    """
  }
}

/// The row that replaces an empty list of jobs.
struct NoJob: Content {
  var again = Command.nop
  var html: HTML { "<p>No jobs here.</p><button class=\"quiet\" \(again)>Reset the week</button>" }
}
