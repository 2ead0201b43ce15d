import Espalier

/// Twenty rows from one template file. A press on a row opens an alert, which only its sender sees. Closing the alert
/// returns the focus to the row.
final class AlertList: ContainerModel {
  override func didLoad() {
    add(AlertRow.numbers.map { AlertRow(id: $0) })
    on(AlertRow.select) { list, number in
      list.present(.alert("Row \(number)", "You selected row \(number) of 20."))
    }
  }
}

/// A row whose markup is `Templates/AlertRow.html`.
struct AlertRow: TemplateContent, Identifiable {
  static let numbers = 1...20
  static let select = Event<Int>("select", in: numbers)
  static let events = [Self.select.name]
  static let template = TemplateName.file("AlertRow")
  let id: Int
}
