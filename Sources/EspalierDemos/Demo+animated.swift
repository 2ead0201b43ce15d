import EspalierServer

extension Demo {
  /// Lists that are set as values, and the animations of their changes.
  static let animated = [
    Demo(
      path: "/animations", title: "Table animations",
      summary: "Press Apply to replace one list with another. Choose the animation in the second list.",
      rule: "A change is the difference between two values; its animation is one more argument.", group: .values,
      folder: "TableAnimations", template: "pair", scope: .browser
    ) { PeoplePage { $0.rows } },
    Demo(
      path: "/section-animations", title: "Section animations",
      summary: "The same people in sections. Press Shuffle to swap the sections and one person of each.",
      rule: "Sections have an identity, like rows, so rows can move from section to section.", group: .values,
      folder: "SectionAnimations", template: "pair", scope: .browser
    ) { PeoplePage { $0.sections } },
    Demo(
      path: "/chooser", title: "Animation chooser",
      summary: "Choose None, Fade, or a style for each of six kinds of change. This list uses it too.",
      rule: "The same list is a whole page here, and a region of the two previous demos.", group: .values,
      folder: "Chooser", scope: .browser
    ) { Chooser() },
    Demo(
      path: "/collections", title: "Collections",
      summary: "Show coloured items as a grid, in columns or as a strip. Press item 1 to show 54 items.",
      rule: "A layout is a property of the list. Changing it sends one attribute and touches no item.", group: .values,
      folder: "Collections", scope: .browser
    ) { Collections() },
    Demo(
      path: "/strips", title: "A strip inside a row",
      summary: "Scroll a strip sideways and press a fruit: it becomes a row below its strip.",
      rule: "A list can be a row of another list. A list that did not change keeps its scroll position.",
      group: .values,
      folder: "Strips", scope: .browser
    ) { StripTable() },
  ]
}
