import Espalier

/// The selected names, and a switch for how many can be selected.
struct NamesHeader: Content {
  static let choose = Event<Selection.Mode>("choose")
  static let restore = Event<NoData>("restore")

  var selected: [String] = []
  var mode: Selection.Mode
  var count = 0

  private var words: String {
    switch selected.count {
    case 0: "No name is selected"
    case 1: "\(selected[0]) is selected"
    case 2, 3: "\(selected.dropLast().joined(separator: ", ")) and \(selected[selected.count - 1]) are selected"
    default: "\(selected.count) are selected"
    }
  }

  var html: HTML {
    """
    <p><output>\(words)</output></p><div class="switch" role="group" aria-label="How many names can be selected">\
    \([Selection.Mode.single, .multiple].map { choice in
      "<button aria-pressed=\"\(choice == mode)\" \(Self.choose, sends: choice)>\(choice.rawValue)</button>" as HTML
    })</div><button class="quiet" \(Self.restore)>Restore all</button>\
    <output class="aside">\(count) \(count == 1 ? "name" : "names")</output>
    """
  }
}

/// Shows the selection that the list shares.
final class NamesHeaderModel: CellModel<NamesHeader> {
  init(mode: Selection.Mode) {
    super.init(NamesHeader(mode: mode))
    subscribe(to: Selection.state) { cell, addresses in
      cell.content.selected = addresses.compactMap { address in
        address.split(separator: "/").last.flatMap { Int($0) }.map { NameList.all[$0] }
      }
    }
  }
}
