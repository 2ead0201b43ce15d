import EspalierServer

extension Demo {
  /// Lists whose rows people reorder, delete or select.
  static let touching = [
    Demo(
      path: "/reorder", title: "Reordering",
      summary:
        "Drag the tiles, or the chores of three days. On a keyboard, Space lifts one and the arrow keys move it.",
      rule: "A move changes the tree itself: every viewer sees it, and later updates keep it.",
      group: .touching, folder: "Reorder", scope: .browser
    ) { ReorderPage() },
    Demo(
      path: "/timeline", title: "Timeline",
      summary: "What gardeners wrote, eight at a time. Press ⋯ to delete or report one; scroll down to load more.",
      rule: "Refresh, load more, the menu of a post and the empty view are independent of each other.",
      group: .touching, folder: "Timeline", scope: .browser
    ) { Timeline() },
    Demo(
      path: "/alert", title: "Alert", summary: "Press one of twenty rows: an alert says which one it is.",
      rule: "An alert is a cell. It takes the focus when it opens, and returns it when it closes.", group: .touching,
      folder: "Alert", scope: .browser
    ) { AlertList() },
  ]
}
