import Espalier

/// A field of a fair: what it is now, and what it was before.
struct FairField: Content, Identifiable {
  let id: String
  let label: String
  var value = ""
  var old: String?

  var html: HTML {
    """
    <span class="note">\(label)</span><output>\(value)</output>\(old.map { "<s class=\"note\">\($0)</s>" as HTML })
    """
  }
}

/// Two buttons: another model, or another name for the same one.
struct FairButtons: Content {
  static let change = Event<NoData>("change")
  static let rename = Event<NoData>("rename")

  var html: HTML {
    """
    <p class="buttons"><button class="primary" \(Self.change)>Change model</button> \
    <button class="quiet" \(Self.rename)>Rename</button></p>
    """
  }
}
