extension Tree {
  /// Handles the press of a dialog's action: ends the dialog and runs its answer.
  ///
  /// A press in a dialog that is over changes nothing: its sender is told so. Refuses an action that the dialog does not
  /// have, and people who may not send the event that presented it.
  func receive(press data: JSON, fromForm: Bool, traced: Bool) throws(DeliveryError) -> Delivery {
    typealias Press = PresentedDialog.Press
    let press: Press
    do {
      press = try data.decode(Press.self, fromForm: fromForm)
    } catch {
      throw .payload(error)
    }
    let dialogs = feature(OpenDialogs.self)
    guard let entry = dialogs.entry(press.dialog, in: self), dialogs.isFor(writeKeys.sender, entry),
      let node = entry.node
    else {
      dialogs.missed(press.dialog)
      let delivery = Delivery(event: Press.event.name, from: root, isTraced: traced)
      delivery.isHandled = true
      return delivery
    }
    if let refusal = entry.rule?.refusal(visitor) { throw .notAllowed(refusal) }
    let actions = entry.dialog.dialog.actions.map(\.id)
    guard actions.contains(press.action) else {
      throw .notOffered(
        PayloadError(field: "data.action", reason: "must be one of \(actions.joined(separator: ", "))"))
    }
    // The next dialog, which the answer may present, has the same rule.
    let delivery = Delivery(
      event: EventDescriptor(Press.event.name, rule: entry.rule), from: node, isTraced: traced)
    let address = node.address
    answering(delivery) { dialogs.answer(entry, press.action, at: node) }
    note(.ran(event: delivery.event.label, at: address, handled: true))
    delivery.isHandled = true
    if delivery.isTraced { delivery.route.append(.init(address: address, handled: true)) }
    return delivery
  }
}
