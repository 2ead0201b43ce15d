import Espalier

/// A month as a grid, and below it the appointments of the selected day. The days are one Tab stop with arrow keys.
final class CalendarModel: ContainerModel {
  private struct State: Codable, Equatable {
    var selected: Int?
    var deleted: Set<String> = []
  }

  private let month = Month.sample
  private var state = State()

  override func didLoad() {
    persist(\.state, as: "state")
    show()
  }

  private func change(_ change: (inout State) -> Void) {
    change(&state)
    show()
  }

  /// Selects a day, or deselects the selected one. Selecting another day removes the old rows without animation.
  private func select(_ day: Int) {
    let isExchange = state.selected != nil && state.selected != day
    state.selected = state.selected == day ? nil : day
    show(deleteRows: isExchange ? .none : .fade)
    if state.selected != nil { children.last?.scrollIntoView(.nearest) }
  }

  private func show(deleteRows: Animations.Style = .fade) {
    let putBack = Command("putBack", to: CalendarModel.self) { $0.change { $0.deleted = [] } }
    let header = MonthTitle(name: month.name, putBack: state.deleted.isEmpty ? nil : putBack)
    let planned = state.selected.map(appointments) ?? []
    let note = DayNote(day: state.selected.map { "\(month.name) \($0)" }, count: planned.count)
    let list = ListSection(header: header) {
      ListSection("days", header: Self.weekdays, footer: note, layout: .grid(columns: 7).arrowKeys()) {
        month.days.map(day)
      }
      planned
      if let selected = state.selected, planned.isEmpty { FreeDay(id: selected) }
    }
    set(list, animations: Animations(insertRows: .top, deleteRows: deleteRows))
  }

  private func day(_ number: Int) -> DayCell {
    DayCell(
      id: number, month: month.name, dots: appointments(on: number).count, isToday: number == month.today,
      isSelected: number == state.selected,
      select: Command("select", to: CalendarModel.self) { $0.select(number) })
  }

  private func appointments(on day: Int) -> [AppointmentRow] {
    (month.appointments[day] ?? []).map { appointment in
      let id = "\(day)-\(appointment.name)"
      let delete = Command("delete", to: CalendarModel.self) { $0.change { $0.deleted.insert(id) } }
      return AppointmentRow(id: id, appointment: appointment, delete: delete)
    }.filter { !state.deleted.contains($0.id) }
  }

  /// A cell that is used only once needs no type of its own.
  private static let weekdays = Cell(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], named: "Weekdays") { names in
    "\(names.map { "<span>\($0)</span>" as HTML })"
  }
}
