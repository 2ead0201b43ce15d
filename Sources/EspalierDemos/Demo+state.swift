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
      path: "/counter", title: "Counter", summary: "One more, one less, or the same number again.",
      rule: "State that is assigned an equal value renders nothing.", group: .state, folder: "Counter", scope: .browser
    ) { CounterPage() },
    Demo(
      path: "/batched", title: "Three writes", summary: "A colour of three parts, written one by one or all at once.",
      rule: "However much one press writes, a cell is rendered once, or not at all.", group: .state, folder: "Batched",
      scope: .browser
    ) { BatchedPage() },
    Demo(
      path: "/places", title: "One plant, two places",
      summary: "Water a plant where it stands or in the list of the thirsty. Everybody's page shows it.",
      rule: "One model keeps one state, in however many lists and pages it is shown.", group: .state, folder: "Places",
      scope: .browser
    ) { PlacesPage() },
  ]
}
