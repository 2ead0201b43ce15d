import Espalier

/// Eleven years of twelve months. A year's title is sticky; a month's name is a background row.
final class Album: ContainerModel {
  override func didLoad() { add(Months.years.reversed().map(YearModel.init)) }
}

/// One year: its title, and its months, newest first.
final class YearModel: ContainerModel {
  private let year: Int

  init(_ year: Int) {
    self.year = year
    super.init(id: year)
  }

  override func didLoad() {
    let months = (0..<12).reversed().map { MonthModel(year: year, month: $0) }
    header = CellModel(YearTitle(year: year, count: months.reduce(0) { $0 + $1.photos.count }))
    add(months)
  }
}

/// One month: shows a few photos, or all of them.
final class MonthModel: ContainerModel {
  let photos: [Photograph]
  private let name: String
  private let title: String
  private var isOpen = false { didSet { show() } }

  init(year: Int, month: Int) {
    photos = Months.photos(year: year, month: month)
    name = Months.names[month]
    title = "\(Months.names[month]) \(year)"
    super.init(id: Months.names[month])
    layout = .grid(columns: 3).margins(bottom: 28, left: 64).intervals(8)
  }

  override func didLoad() {
    persist(\.isOpen, as: "open")
    show()
  }

  private func show() {
    set(animations: Animations(insertRows: .middle, deleteRows: .middle)) {
      MonthLabel(name: name)
      photos.prefix(isOpen ? photos.count : Months.few).map(\.self)
      if photos.count > Months.few {
        Unfold(
          count: photos.count, isOpen: isOpen, month: title,
          toggle: Command("unfold", to: MonthModel.self) { $0.isOpen.toggle() })
      }
    }
  }
}
