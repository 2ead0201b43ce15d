import Espalier

/// The author of a post.
struct User: Content {
  var name: String
  var placement: Layout.Placement { .init(role: .sticky) }
  var html: HTML {
    "<span class=\"avatar\" aria-hidden=\"true\">\(name.prefix(1))</span><h2 class=\"name\">\(name)</h2>"
  }
}

/// The picture: hills in one tone, with the last reaction as its text.
struct Photo: Content {
  var text, tone: String

  /// Limits the text to 4096 Unicode scalars, because anybody can post it and the server stores it.
  init(text: String = "", tone: String = "plain") {
    self.text = String(text.unicodeScalars.prefix(4096))
    self.tone = tone
  }

  var html: HTML {
    """
    <figure class="photo \(tone)">\(Self.hills)<figcaption><output>\
    <span class="aside">Last reaction: </span>\(text)</output></figcaption></figure>
    """
  }

  static let hills = RawHTML(
    """
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" role="img" aria-label="Hills under a low sun">\
    <rect class="sky" width="320" height="180"/><circle class="sun" cx="236" cy="62" r="22"/>\
    <path class="far" d="M0 118 L54 84 L98 106 L160 62 L214 104 L262 80 L320 112 V180 H0Z"/>\
    <path class="near" d="M0 148 C60 120 96 150 150 138 S250 116 320 142 V180 H0Z"/></svg>
    """)
}

/// Shows the photo that its post shares.
final class PhotoModel: CellModel<Photo> {
  static let shown = SharedData<Photo>("shown")
  override func didLoad() {
    persist(\.content, as: "photo")
    subscribe(to: Self.shown) { $0.content = $1 }
  }
}

/// Three ways to react. Each button sends its own name.
struct Actions: Content {
  static let like = reaction("like")
  static let comment = reaction("comment")
  static let share = reaction("share")

  /// Limits the text to 4096 bytes, because anybody can post it.
  private static func reaction(_ label: String) -> Event<String> {
    Event(label, mustBe: "4096 bytes at most") { $0.utf8.count <= 4096 }
  }

  var html: HTML {
    """
    <div class="buttons"><button class="quiet" \(Self.like, sends: "Like")>Like</button>\
    <button class="quiet" \(Self.comment, sends: "Comment")>Comment</button>\
    <button class="quiet" \(Self.share, sends: "Share")>Share</button></div>
    """
  }
}

/// One comment.
struct Comment: Content {
  var text: String
  var html: HTML { "<p>\(text)</p>" }
}
