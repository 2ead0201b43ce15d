extension Tree {
  /// Delivers an event that a viewer sent: decodes its data to the event's type, then lets it bubble.
  ///
  /// A cell can send only the events that it renders now, and a container only those that its plugins know. With `fromForm`, strings in the data may stand for numbers.
  /// `files` are those that the data has references to.
  /// `admit` may throw at an event that would be delivered otherwise.
  /// With `traced`, the delivery records which nodes handled the event and what was shared. If the event belongs to a
  /// command, the command runs and the event does not bubble.
  /// A press in a dialog goes to the dialog.
  func receive(
    _ label: String, from address: String, data: JSON, fromForm: Bool = false, files: UploadedFiles = UploadedFiles(),
    traced: Bool = false, admit: (AnyEvent) throws(DeliveryError) -> Void = { _ in }
  ) throws(DeliveryError) -> Delivery {
    if address.isEmpty && label == WireName.visibility {
      return try receive(visibility: data, fromForm: fromForm, traced: traced)
    }
    if label == WireName.animationEnd { return try receive(animationEnd: data, fromForm: fromForm, traced: traced) }
    if label == WireName.dialogPress { return try receive(press: data, fromForm: fromForm, traced: traced) }
    guard let node = root.descendant(at: address), node.isShown else { throw .unknownNode(address) }
    let cell = node.asCell
    let control: Control
    do {
      control = try find(label, in: cell?.snapshot?.html.controls ?? node.listControls)
    } catch {
      if let refusal = cell?.refusalOfMissing(label, data, fromForm: fromForm) { throw .refused(refusal) }
      throw error
    }
    if let refusal = control.event.identityRule?.refusal(visitor) { throw .notAllowed(refusal) }
    if let refusal = files.refusal(by: control.event.files) { throw .file(refusal) }
    let payload: any Sendable
    do {
      payload = try control.event.payload(from: data, fromForm: fromForm, references: files.byReference)
    } catch {
      throw .payload(error)
    }
    if let head = cell?.snapshot?.content as? TableHead, let order = payload as? Table.Order,
      let refusal = head.refusal(of: order)
    {
      throw .notOffered(refusal)
    }
    let event = AnyEvent(name: control.event, payload: payload)
    if let refusal = cell?.refusal(of: event) { throw .refused(refusal) }
    try admit(event)
    let delivery = Delivery(event: control.event, from: node, isTraced: traced)
    if control.command == nil {
      node.bubble(event, delivery)
    } else if let command = try find(label, in: cell?.controls(in: self) ?? []).command as? any RunnableCommand {
      run(command, payload, at: node, delivery)
    }
    return delivery
  }

  private func find(_ label: String, in controls: [Control]) throws(DeliveryError) -> Control {
    if let control = controls.first(where: { $0.event.label == label }) { return control }
    var seen: Set<String> = []
    throw .unknownEvent(label, known: controls.map(\.event.label).filter { seen.insert($0).inserted })
  }

  /// Runs the command that the row has now. It may differ from the one that the row was rendered with.
  private func run(_ command: any RunnableCommand, _ payload: any Sendable, at node: Node, _ delivery: Delivery) {
    let address = node.address
    delivery.command = command.place
    // A plugin may leave it out.
    var handled = true
    answering(delivery) {
      var perform = { handled = command.perform(payload: payload, at: node) }
      // A plugin may be that of several containers.
      var seen: Set<ObjectIdentifier> = []
      for container in ContainerPath(from: node.hub) {
        for plugin in container.plugins.reversed() where seen.insert(ObjectIdentifier(plugin)).inserted {
          let inner = perform
          perform = { plugin.performing(delivery.event.label, at: node, inner) }
        }
      }
      perform()
    }
    note(.ran(event: delivery.event.label, at: address, handled: handled))
    if !handled { report(.commandWithoutContainer(delivery.event.label, place: command.place, address: address)) }
    delivery.isStopped = true
    delivery.isHandled = handled
    if delivery.isTraced { delivery.route.append(.init(address: address, handled: handled)) }
  }
}

extension Node {
  /// The events that a container may send itself, because its plugins know them.
  fileprivate final var listControls: [Control] {
    (self as? ContainerModel)?.plugins.flatMap(\.listEvents).map { Control(event: $0, example: nil) } ?? []
  }

  /// Why a row refuses the event of a tool that it does not have now; nil if no plugin of the row knows the event.
  fileprivate final func refusalOfMissing(_ label: String, _ data: JSON, fromForm: Bool) -> PayloadError? {
    guard let event = toolEvent(label) else { return nil }
    do {
      return refusal(of: AnyEvent(name: event, payload: try event.payload(from: data, fromForm: fromForm)))
    } catch {
      return error
    }
  }
}
