import EspalierServer

extension Demo {
  /// Lists that people work on by hand.
  static let touching = [
    Demo(
      path: "/reorder", title: "Reordering",
      summary: "Twenty tiles, and the chores of three days. Drag them; or Space lifts one, and arrow keys move it.",
      rule: "A move changes the tree itself: every viewer sees it, and no later update takes it back.",
      group: .touching, folder: "Reorder", scope: .browser
    ) { ReorderPage() },
    Demo(
      path: "/timeline", title: "Timeline",
      summary: "What people wrote, eight at a time. Delete it or report it; when all is gone, the page says so.",
      rule: "Refresh, growth, a sheet for each item and an empty view: parts that know nothing of each other.",
      group: .touching, folder: "Timeline", scope: .browser
    ) { Timeline() },
    Demo(
      path: "/alert", title: "Alert", summary: "Twenty rows from one file. An alert says which one you pressed.",
      rule: "An alert is a cell: it comes, it has the focus, and it gives it back as it goes.", group: .touching,
      folder: "Alert", scope: .browser
    ) { AlertList() },
  ]
}
