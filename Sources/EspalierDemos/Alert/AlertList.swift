import Espalier

/// Twenty rows from one template file. A press on a row opens an alert, which takes the focus. Closing the alert
/// returns the focus to the row. The browser makes the alert modal, because its dialog has `data-modal`.
final class AlertList: ContainerModel {
  override func didLoad() {
    add(AlertRow.numbers.map { AlertRow(id: $0) })
    on(AlertRow.select) { $0.open($1) }
    on(Alert.close) { $0.close($1) }
  }

  private func open(_ number: Int) {
    let alert = CellModel(Alert(number: number))
    footer = alert
    alert.focus()
  }

  private func close(_ number: Int) {
    footer = nil
    if children.indices.contains(number - 1) { children[number - 1].focus() }
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

/// An alert that names the pressed row. Escape presses the button with `data-cancel`. While the alert is open, only its
/// own status line can be seen.
struct Alert: Content {
  static let close = Event<Int>("close", in: AlertRow.numbers).once()
  var number: Int

  var html: HTML {
    """
    <dialog open data-modal role="alertdialog" aria-labelledby="alert-title" aria-describedby="alert-text">\
    <h2 id="alert-title">Row \(number)</h2><p id="alert-text">You selected row \(number) of 20.</p>\
    <button class="primary" \(Self.close, sends: number) data-cancel>OK</button>\
    <p role="status" data-espalier-status></p></dialog>
    """
  }
}
