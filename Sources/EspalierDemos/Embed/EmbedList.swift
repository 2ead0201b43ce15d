import Espalier

/// The page around two widgets: it hears from them by way of the site.
final class EmbedList: ContainerModel {
  override func didLoad() {
    let report = CellModel(WateringReport())
    report.subscribe(to: WateringList.progress) { $0.content.progress = $1 }
    add(report)
    // The site hears of it too, and tells the widgets.
    on(WateringReport.begin) { _, day in report.content.progress = WateringList.Progress(day: day) }
  }
}
