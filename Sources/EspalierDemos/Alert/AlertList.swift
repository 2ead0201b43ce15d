import Espalier

/// Twenty apples from one template file. A press on a row opens an alert, which only its sender sees. Closing the alert
/// returns the focus to the row.
final class AlertList: ContainerModel {
  override func didLoad() {
    add(AlertRow.all)
    on(AlertRow.select) { list, number in
      list.present(.alert(AlertRow.all[number - 1].name, "Apple \(number) of \(AlertRow.all.count)."))
    }
  }
}

/// A row whose markup is `Templates/AlertRow.html`.
struct AlertRow: TemplateContent, Identifiable {
  static let all = [
    "Alkmene", "Berlepsch", "Boskoop", "Braeburn", "Cox Orange", "Discovery", "Elstar", "Finkenwerder", "Gala",
    "Gravenstein", "Holstein", "Idared", "James Grieve", "Jonagold", "Kanzi", "Melrose", "Ontario", "Pinova", "Santana",
    "Topaz",
  ].enumerated().map { AlertRow(id: $0 + 1, name: $1) }
  static let select = Event<Int>("select", in: 1...20)
  static let events = [Self.select.name]
  static let template = TemplateName.file("AlertRow")
  let id: Int
  let name: String
}
