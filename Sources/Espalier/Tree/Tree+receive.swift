/// Why an event from outside was not delivered; no handler ran and nothing changed.
public enum DeliveryError: Error, Hashable, Sendable {
  /// No cell that viewers see has this address.
  case unknownNode(String)
  /// The cell sends no such event now; these it does send.
  case unknownEvent(String, known: [String])
  /// The data is not of the event's type.
  case payload(PayloadError)
}

extension Tree {
  /// Delivers an event that a viewer sent: decodes the data to the event's type, then lets it bubble.
  ///
  /// A cell can only send the events that it renders now. With `fromForm` the data's strings may stand for numbers.
  /// With `traced` the delivery says who handled the event and what was shared. A command is run instead, and no
  /// container hears of it.
  public func receive(
    _ label: String, from address: String, data: JSON, fromForm: Bool = false, traced: Bool = false
  ) throws(DeliveryError) -> Delivery {
    guard let node = root.descendant(at: address), node.isShown else { throw .unknownNode(address) }
    let cell = node as? any RenderedNode
    let controls = cell?.snapshot?.html.controls ?? []
    guard let control = controls.first(where: { $0.event.label == label }) else {
      var seen: Set<String> = []
      throw .unknownEvent(label, known: controls.map(\.event.label).filter { seen.insert($0).inserted })
    }
    let payload: any Sendable
    do {
      payload = try control.event.payload(from: data, fromForm: fromForm)
    } catch {
      throw .payload(error)
    }
    let delivery = Delivery(event: control.event, isTraced: traced)
    if control.command != nil {
      let now = cell?.controls(with: renderer).first { $0.event == control.event }?.command
      run(now, payload, at: node, delivery)
    } else {
      node.bubble(Occurrence(name: control.event, payload: payload), delivery)
    }
    return delivery
  }

  /// Runs a command as its row has it now.
  private func run(_ command: (any AnyCommand)?, _ payload: any Sendable, at node: Node, _ delivery: Delivery) {
    let (outer, address) = (self.delivery, node.address)
    self.delivery = delivery
    defer { self.delivery = outer }
    delivery.command = command?.place
    let handled = command?.perform(payload: payload, at: node) ?? false
    if !handled {
      report(.commandWithoutContainer(delivery.event.label, place: command?.place ?? "", address: address))
    }
    delivery.isStopped = true
    if delivery.isTraced { delivery.route.append(.init(address: address, handled: handled)) }
  }
}

extension Node {
  /// Whether viewers see the node: it and all above it are listed.
  var isShown: Bool {
    guard let parent else { return tree?.root === self }
    return shownIn === parent && parent.isShown
  }
}
