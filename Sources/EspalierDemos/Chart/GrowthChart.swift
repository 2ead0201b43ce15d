import Espalier

/// The heights of a bean, as a chart that a script of this site draws, and as a list.
final class GrowthChart: ContainerModel {
  private static let most = 12
  private var days = [3, 5, 9, 14, 22, 31, 37].enumerated().map { Measure(id: $0 + 1, height: $1) }
  private let plot = CellModel(Plot(), key: "plot")
  private let form = CellModel(MeasureForm(), key: "form")
  private let list = ContainerModel(id: "days")

  override func didLoad() {
    persist(\.days, as: "days")
    add([plot, form, list])
    on(Plot.mark) { chart, id in chart.mark(id) }
    on(MeasureForm.add) { chart, height in chart.add(height) }
    show()
  }

  private func mark(_ id: Int) {
    plot.content.marked = plot.content.marked == id ? 0 : id
    show()
  }

  private func add(_ height: MeasureForm.Height) {
    let day = Measure(id: (days.last?.id ?? 0) + 1, height: min(60, max(0, height.height)))
    days.append(day)
    form.content.note = "Day \(day.id): \(day.height) cm"
    days.removeFirst(max(0, days.count - Self.most))
    show()
    // In the window of the sender, the chart rings the new point.
    plot.send(days.count - 1, to: "ring")
  }

  private func show() {
    plot.content.days = days
    let marked = plot.content.marked
    list.set(
      rows: days.reversed().map { Measure(id: $0.id, height: $0.height, isMarked: $0.id == marked) }, animations: .fade)
  }
}
