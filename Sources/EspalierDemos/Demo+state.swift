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
      path: "/notifications", title: "Notification scopes",
      summary: "Post from any of seven nodes: who hears it, and in which order?",
      rule: "Who posts knows a protocol and a scope, and none of those who hear it.", group: .state,
      folder: "Notifications", scope: .browser
    ) { NotificationExplorer() },
  ]
}
