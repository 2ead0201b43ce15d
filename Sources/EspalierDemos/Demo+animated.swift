import EspalierServer

extension Demo {
  /// Lists that are set as values, and how their changes are shown.
  static let animated = [
    Demo(
      path: "/animations", title: "Table animations",
      summary: "Apply swaps one list for another. How its rows come and go is chosen beside it.",
      rule: "A change is what differs between two values; an animation is one more argument.", group: .values,
      folder: "TableAnimations", template: "pair", scope: .browser
    ) { PeoplePage { $0.rows } },
    Demo(
      path: "/section-animations", title: "Section animations",
      summary: "The same people by sections. Shuffle exchanges the sections, and one person of each.",
      rule: "A section has an identity as a row has one; what changes its section moves there.", group: .values,
      folder: "SectionAnimations", template: "pair", scope: .browser
    ) { PeoplePage { $0.sections } },
    Demo(
      path: "/chooser", title: "Animation chooser",
      summary: "None, Fade, or a style for each of six kinds of change. It shows its own changes so.",
      rule: "The same list is a whole page here, and a region of the two pages before.", group: .values,
      folder: "Chooser", scope: .browser
    ) { Chooser() },
    Demo(
      path: "/collections", title: "Collections",
      summary: "Nine coloured items, or fifty-four, as a grid, in columns, or as a strip.",
      rule: "A layout is a field of the list; changing it is one attribute, and no item is touched.", group: .values,
      folder: "Collections", scope: .browser
    ) { Collections() },
    Demo(
      path: "/strips", title: "A strip inside a row",
      summary: "Rows of text and strips by turns. What you pick becomes a row below its strip.",
      rule: "A list in a row of a list; what is not changed keeps its scroll position.", group: .values,
      folder: "Strips", scope: .browser
    ) { StripTable() },
  ]
}
