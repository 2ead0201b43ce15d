import Espalier
import EspalierServer

extension Demo {
  /// Lists that refresh and load more rows.
  static let growing = [
    Demo(
      path: "/growing", title: "Refreshing and loading",
      summary: "Scroll down to load twenty rows at a time. The third page fails once; press Try again, or Refresh.",
      rule: "Each list has one loading state: a load never starts twice, and its result says whether there is more.",
      group: .growing, folder: "GrowingLists", scope: .browser
    ) { GrowingList() },
    Demo(
      path: "/tail", title: "Tail loading",
      summary: "A list of numbers. Scroll down: it loads five more whenever its end comes near.",
      rule: "The spinner is a cell of this page: it shows the loading state of the list and requests more rows.",
      group: .growing, folder: "TailLoading", scope: .browser
    ) { TailList() },
  ]

  /// Divides the simulated waits of the demos.
  static let pace = SharedData<Double>("pace")
}

extension Node {
  /// Returns the duration of a simulated wait: `duration` divided by the pace.
  func waiting(_ duration: Duration) -> Duration { duration / value(of: Demo.pace, default: 1) }
}
