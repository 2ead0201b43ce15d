import EspalierHTTP
import EspalierServer
import Espalier

/// A form for the faults of a browser. Works without JavaScript.
struct FaultForm {
  let faults: Faults
  /// The page that the form links back to.
  let origin: PageLocation?

  /// All kinds of faults at once, at random, with a chance that lets most messages through.
  static let everything = Faults(delay: .milliseconds(200), cut: 5, drop: 5, reorder: 5, duplicate: 5, seed: 1)

  var html: HTML {
    """
    <section class="faults">
    <p class="now" role="status">\(faults.summary)</p>
    <form action="\(target)" method="post">
    \(Faults.fields.map(choices))
    <div class="set"><button class="primary">Set these</button></div>
    </form>
    <form action="\(target)" method="post">\(hidden(Self.everything))<button class="quiet">All at once</button></form>
    <form action="\(target)" method="post"><button class="quiet">None</button></form>
    \(origin.map { origin -> HTML in "<p><a href=\"\(origin.url)\">Back to \(origin.page.title)</a></p>" })
    </section>

    """
  }

  private var target: String {
    var bytes = Array(Self.path.utf8)
    if let origin {
      bytes.append("?page=")
      bytes.append(percentEncoding: origin.url)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static let path = "/faults"
  private func choices(_ field: Faults.Field) -> HTML {
    let now = faults[keyPath: field.path]
    let numbers = field.choices.contains(now) ? field.choices : field.choices + [now]
    let options = numbers.map { number -> HTML in
      """
      <label><input class="option" type="radio" name="\(field.name)" value="\(number)" \("checked", when: number == now)>\
      <span>\(label(number, of: field))</span></label>
      """
    }
    return """
      <fieldset><legend>\(field.title)</legend><p class="note">\(field.about)</p>\
      <div class="choices">\(options)</div></fieldset>

      """
  }

  private func label(_ number: Int, of field: Faults.Field) -> String {
    switch field.name {
    case "delay": number == 0 ? "none" : Faults.seconds(number)
    case "seed": number == 0 ? "exactly every Nth" : number == 1 ? "one in N, at random" : "at random, seed \(number)"
    default: number == 0 ? "never" : Faults.ordinal(number)
    }
  }

  private func hidden(_ faults: Faults) -> [HTML] {
    Faults.fields.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\(faults[keyPath: $0.path])\">" }
  }
}
