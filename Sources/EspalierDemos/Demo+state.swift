import EspalierServer

extension Demo {
  /// What a node keeps, what it shares with others, and how they are told.
  static let state = [
    Demo(
      path: "/injected", title: "Injected service", summary: "Twenty sections, and a counter that none was handed.",
      rule: "A service is found by its type, from any node below it.", group: .state, folder: "Injected",
      scope: .browser
    ) { InjectedList() },
    Demo(
      path: "/progress", title: "Progress",
      summary: "A bar that goes from end to end: how long, and how, the press says.",
      rule: "A change says how it is shown; a cell's own style sheet moves by that.", group: .state,
      folder: "Progress", scope: .browser
    ) { ProgressList() },
  ]
}
