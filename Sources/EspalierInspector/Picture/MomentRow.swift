import EspalierHTTP
import EspalierServer
import Espalier

/// A row for one recent moment: its cause, its changes and the size of its patch.
struct MomentRow: Content, Identifiable {
  /// Shows this moment's marks in the picture again.
  static let show = Event<Int>("show", in: 0...Int.max)
  /// The largest number of steps that are listed as text.
  static let mostSteps = 60

  let id: Int
  let title: String
  let origin: String
  let version: String?
  let time: String
  let microseconds: Int
  let operations: [Moment.Tally]
  let bytes: [Moment.Tally]
  let steps: [String]
  let stepCount: Int
  let isShown: Bool

  init(_ moment: Moment, isShown: Bool) {
    (id, title, origin, version) = (moment.number, moment.title, moment.origin, moment.version)
    var stamp: [UInt8] = []
    moment.time.append(to: &stamp)
    time = String(decoding: stamp, as: UTF8.self)
    microseconds = Int(moment.took / .microseconds(1))
    (operations, bytes) = (moment.operations, moment.bytes)
    steps = moment.trace.steps.prefix(Self.mostSteps).map { String($0.description.prefix(160)) }
    stepCount = moment.trace.steps.count + moment.trace.omitted
    self.isShown = isShown
  }

  var html: HTML {
    """
    <article class="moment \(isShown ? "shown" : "")">\
    <p class="name"><strong>\(title)</strong> <span>\(origin)</span></p>\
    <p>\(version.map { "version <b>\($0)</b>, in \(milliseconds) ms" as HTML } ?? "<i>no visible change</i>") · \
    <time datetime="\(time)">\(time.dropFirst(11).prefix(8)) UTC</time></p>\
    \(tallies(operations) { $0.count == 1 ? $0.name : "\($0.name)s" })\(tallies(bytes) { "bytes \($0.name)" })\
    <div class="row"><button \(Self.show, sends: id)>\(isShown ? "Play again" : "Show")</button>\
    <details><summary>\(stepCount) \(stepCount == 1 ? "step" : "steps")</summary>\
    <ol>\(steps.map { "<li>\($0)</li>" as HTML })</ol>\
    \(unwritten)</details></div></article>
    """
  }

  private var milliseconds: String { "\(microseconds / 1000).\(microseconds % 1000 / 100)\(microseconds % 100 / 10)" }

  private var unwritten: HTML? { stepCount > steps.count ? "<p>and \(stepCount - steps.count) more</p>" : nil }

  private func tallies(_ tallies: [Moment.Tally], _ unit: (Moment.Tally) -> String) -> HTML? {
    if tallies.isEmpty { return nil }
    let items = tallies.map { "<span><b>\($0.count)</b> \(unit($0))</span> " as HTML }
    return "<p class=\"tallies\">\(items)</p>"
  }
}

/// The header of the list of moments.
struct MomentsTitle: Content {
  let isEmpty: Bool
  var html: HTML {
    """
    <h2>What happened</h2>\
    \(isEmpty ? "<p>Nothing yet. Press a control on the page to see the path of its event here.</p>" : nil)
    """
  }
}
