/// A plugin that shows which row people point at, press, focus or have selected, and that highlights rows for a moment.
///
/// ```swift
/// let highlighting = Highlighting([.hovered: [.tint], .pressed: [.shrink], .highlighted: [.tint, .bar]])
/// override func didLoad() {
///   add(Selection(.momentary))
///   add(highlighting)
///   on(Selection.didSelect) { list, address in
///     if let row = list.children.sender { list.highlighting.highlight(row) }
///   }
/// }
/// ```
///
/// Each state of a row has a set of styles, and a row in several states has the styles of all. The browser alone shows
/// what a viewer points at, presses and focuses. ``highlight(_:for:)`` is for all viewers of the page, and needs no
/// JavaScript. `--e-highlight` is the colour of the styles; set it on a row, on a list around it, or on the page. Sections
/// of the container's source have the plugin too.
public final class Highlighting: Plugin {
  /// When a row looks different.
  public enum State: String, Sendable, CaseIterable {
    /// A mouse is over the row.
    case hovered = "hover"
    /// A mouse button or a finger is down on the row.
    case pressed = "press"
    /// The row, or a control in it, has the keyboard focus.
    case focused = "focus"
    /// The row is selected: see ``Selection``.
    case selected = "select"
    /// The server has asked for it: see ``Highlighting/highlight(_:for:)``.
    case highlighted = "flash"
  }

  /// How a row looks different.
  public enum Style: String, Sendable, CaseIterable {
    /// The background has some of the colour.
    case tint
    /// A line around the row.
    case ring
    /// A thick line at the start of the row.
    case bar
    /// A shadow below the row.
    case lift
    /// The row is a little larger.
    case grow
    /// The row is a little smaller.
    case shrink
  }

  /// The styles of each state. A change renders the rows again.
  public var styles: [State: Set<Style>] {
    didSet { if styles != oldValue { refit() } }
  }
  /// The classes of every row.
  private var classes: String
  private struct Highlight {
    /// A list that leaves the page ends its timers without a word, so the time itself counts.
    let end: ContinuousClock.Instant
    let timer: any Cancellable
  }

  private var highlights: [ObjectIdentifier: Highlight] = [:]
  private var lists: [() -> ContainerModel?] = []

  /// A plugin with styles for states. A state without styles looks as usual.
  public init(_ styles: [State: Set<Style>] = [.hovered: [.tint], .focused: [.ring], .highlighted: [.tint]]) {
    self.styles = styles
    classes = Self.classes(for: styles)
  }

  /// Highlights a row of a container with this plugin, for a moment, at most for a day. A row that is highlighted already
  /// stays so for that time from now.
  public func highlight(_ row: Node, for duration: Duration = .seconds(1)) {
    guard Plugin.isRow(row), !Plugin.isSection(row), let list = row.parent,
      list.children.plugin(Highlighting.self) === self
    else {
      return
    }
    let (id, now) = (ObjectIdentifier(row), ContinuousClock.now)
    // A task that sleeps for thousands of years would end the program.
    let duration = min(duration, .seconds(86_400))
    highlights[id]?.timer.cancel()
    highlights = highlights.filter { $0.value.end > now }
    // A sequence: a form without JavaScript waits for the tasks of its event, but not for sequences.
    let timer = list.listen(to: Self.end(after: duration)) { [weak self] _, _ in
      self?.highlights[id] = nil
      self?.setNeedsTools(of: row)
    }
    highlights[id] = Highlight(end: now + duration, timer: timer)
    setNeedsTools(of: row)
  }

  /// Whether a row is highlighted now.
  func isHighlighted(_ row: Node) -> Bool {
    highlights[ObjectIdentifier(row)].map { $0.end > .now } ?? false
  }

  /// Gives the sections of the container's source the plugin, too.
  public override func begin(in list: ContainerModel) {
    lists.removeAll { $0() == nil }
    lists.append { [weak list] in list }
    addToSections(of: list)
  }

  /// Ends the highlighting of the sections.
  public override func end(in list: ContainerModel) {
    lists.removeAll { $0() == nil || $0() === list }
    removeFromSections(of: list)
  }

  /// Gives new sections the plugin.
  public override func rowsChanged(in list: ContainerModel) { addToSections(of: list) }

  /// The class that brings the style sheet.
  public override func classes(ofList container: ContainerModel) -> String { "e-highlight" }

  /// A class for each style of each state, such as `e-hover-tint`, and `e-flash` for a highlighted row.
  public override func classes(of row: Node) -> String {
    if Plugin.isSection(row) { return "" }
    return isHighlighted(row) ? "\(classes) e-flash" : classes
  }

  private func refit() {
    classes = Self.classes(for: styles)
    for list in lists.compactMap({ $0() }) { for row in list.children { setNeedsTools(of: row) } }
  }

  private static func end(after duration: Duration) -> AsyncStream<Void> {
    AsyncStream { end in
      let wait = Task {
        try? await Task.sleep(for: duration)
        end.yield()
        end.finish()
      }
      end.onTermination = { _ in wait.cancel() }
    }
  }

  private static func classes(for styles: [State: Set<Style>]) -> String {
    State.allCases.flatMap { state in
      Style.allCases.filter { styles[state]?.contains($0) == true }.map { "e-\(state.rawValue)-\($0.rawValue)" }
    }.joined(separator: " ")
  }
}
