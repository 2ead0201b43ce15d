import Espalier
import EspalierServer

extension Demo {
  /// Lists that are refreshed, and that load more.
  static let growing = [
    Demo(
      path: "/growing", title: "Refreshing and loading",
      summary: "Twenty rows at a time, four times. The third time the line breaks once; a pull begins again.",
      rule: "One state for each list: what is under way is not begun twice, and an end says whether there is more.",
      group: .growing, folder: "GrowingLists", scope: .browser
    ) { GrowingList() },
    Demo(
      path: "/tail", title: "Tail loading",
      summary: "Numbers, and five more whenever the end comes near.",
      rule: "Spinner and end are a cell of the page’s own: it shows what is shared, and sends what is asked.",
      group: .growing, folder: "TailLoading", scope: .browser
    ) { TailList() },
  ]

  /// How many times as fast as they say the demos pretend to wait.
  static let pace = SharedData<Double>("pace")
}

extension Node {
  /// How long to pretend to wait.
  func waiting(_ duration: Duration) -> Duration { duration / value(of: Demo.pace, default: 1) }
}
