import Espalier

/// The page around two widgets. The site shares the widgets' progress with it.
final class EmbedList: ContainerModel {
  override func didLoad() {
    let report = CellModel(WateringReport())
    report.subscribe(to: WateringList.progress) { $0.content.progress = $1 }
    add(report)
    // The site handles this event too, and shares the day with the widgets.
    on(WateringReport.begin) { _, day in report.content.progress = WateringList.Progress(day: day) }
  }
}
