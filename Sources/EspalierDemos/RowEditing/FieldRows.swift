import Espalier

/// A field that posts each change while somebody types: the server stores the text, and every tab shows it. Who types
/// hears the keys already, so the stored text is not announced.
struct PostedRow: Content, Identifiable {
  let id: String
  var text: String
  var write = Command<String>.nop

  var html: HTML {
    """
    <form \(write, on: .input)><label><span>Note</span><input name="data" value="\(text)" maxlength="200" \
    autocomplete="off"></label><button class="quiet unscripted">Send</button></form>\
    <p class="note">\(text.isEmpty ? "" : "Saved: ")<output aria-live="off">\(text.isEmpty ? "Not saved yet" : "“\(text)”")</output></p>
    """
  }
}

/// A field that never posts: only this tab has its text.
struct DraftRow: Content, Identifiable {
  let id: String
  var html: HTML {
    """
    <label><span>Draft</span><input autocomplete="off"></label><p class="note">Never sent. Only this tab has it.</p>
    """
  }
}
