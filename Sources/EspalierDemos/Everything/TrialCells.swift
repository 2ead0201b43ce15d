import Espalier

/// A trial bed. People select, move, swipe and delete it; its plan is loaded before they see it.
struct TrialBed: Content, Identifiable {
  let id: Int
  var plan: String?
  var isWatered = false

  /// Five beds share a plan.
  var traits: RowTraits {
    RowTraits(canDelete: true, canMove: true, prefetched: ["\(id / 5 + 1)"], actionIDs: isWatered ? ["info"] : nil)
  }

  var name: String { "\(Self.names[id % Self.names.count]) \(id + 1)" }

  var html: HTML {
    """
    <span class="dot tone-\(id % 9)"></span><span><strong>\(name)</strong> \
    <span class="note">\(plan ?? "…")\(isWatered ? ", watered" : "")</span></span>
    """
  }

  private static let names = ["Broad bean", "Chard", "Dill", "Endive", "Fennel", "Garlic", "Kale"]

  /// Forty beds, with a field after every tenth.
  static let order = (0..<40).flatMap { id in
    id % 10 == 9 ? ["\(id)", TrialField.all[id / 10].id] : ["\(id)"]
  }
}

/// A field with labels, which people unfold.
struct TrialField: Content, Identifiable {
  struct Name: Content, Identifiable {
    let id: String
    var html: HTML { "<span>\(id)</span>" }
  }

  let id: String
  var name: String

  var traits: RowTraits { RowTraits(canFold: true) }
  var html: HTML { "<strong>\(name)</strong> <span class=\"note\">3 labels</span>" }
  var labels: [Name] { ["Sown", "Planted", "Picked"].map { Name(id: "\($0) in \(name.lowercased())") } }

  static let all = ["North", "East", "South", "West"].map {
    TrialField(id: "field-\($0.lowercased())", name: "\($0) field")
  }
}

/// What has happened last, and where the viewer is.
struct TrialNews: Content {
  var text = "Select, fold, move, swipe, edit or scroll."
  var place = "You are at the start."

  var placement: Layout.Placement { .init(role: .sticky) }
  var html: HTML { "<output>\(text)</output><span class=\"note\">\(place)</span>" }

  /// Says where the viewer is now. Its words are no news for a screen reader, which knows where it is.
  mutating func take(_ report: Scrolling.Report) {
    for moment in report.moments {
      switch moment {
      case .startReached: place = "You are at the start."
      case .endReached: place = "You are at the end."
      case .forward: place = "You scroll down."
      case .backward: place = "You scroll up."
      case .began, .ended, .headerInView, .headerOutOfView, .lastRowInView: break
      }
    }
  }
}
