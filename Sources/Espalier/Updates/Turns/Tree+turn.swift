extension Tree {
  /// Does some work, flushes the tree, and returns everything that came of it. `visitor` is the one whose event led to the
  /// work, if somebody is known.
  package func turn(_ work: Turn.Work = .none, _ flush: Turn.Flush = .all, for visitor: (any Visitor)? = nil) -> Turn {
    acting(for: visitor) {
      switch work {
      case .none: break
      case .completions: complete()
      case .viewers(let exist): hasViewers = exist
      case .come(let viewers): for (name, visitor) in viewers { viewerCame(name, visitor) }
      case .leave(let viewer): viewerLeft(viewer)
      case .language(let language): use(language)
      case .templates(let templates): use(templates)
      case .change(let change): change(self)
      }
    }
    return turn(flush, isOfEvent: false)
  }

  /// Delivers an event, flushes the tree, and returns what became of the event and everything that came of it. `admit` may
  /// throw at an event that would be delivered otherwise. After an error nothing has changed, and nothing is flushed.
  package func turn(
    receiving event: SentEvent, admit: (AnyEvent) throws(DeliveryError) -> Void = { _ in }
  ) throws(DeliveryError) -> (delivery: Delivery, turn: Turn) {
    let delivery = try deliver(event, admit)
    return (delivery, turn(.all, isOfEvent: true))
  }

  private func deliver(
    _ event: SentEvent, _ admit: (AnyEvent) throws(DeliveryError) -> Void
  ) throws(DeliveryError) -> Delivery {
    let context = feature(EventContext.self)
    context.writeKeys = WriteKeys(of: event.key, from: event.client)
    defer { context.writeKeys = WriteKeys() }
    let delivery = try acting(for: event.visitor) { () throws(DeliveryError) in
      try receive(
        event.name, from: event.address, data: event.data, fromForm: event.isForm, files: event.files,
        traced: event.isTraced, admit: admit)
    }
    if let viewers = existing(Viewers.self), let client = event.client { viewers.recognize(client.viewerName) }
    return delivery
  }

  private func turn(_ flush: Turn.Flush, isOfEvent: Bool) -> Turn {
    let flushing = flushing
    let (flushesBefore, rendersBefore, start) = (flushing.flushCount, flushing.renderCount, ContinuousClock.now)
    let changes: ChangeSet?
    switch flush {
    case .all: changes = flushAll()
    case .due(let now): changes = flushPushed(at: now)
    case .unseen: (changes, _) = (nil, flushUnseen())
    case .later: changes = nil
    }
    let flushes = flushing.flushCount - flushesBefore
    let dialogs = isOfEvent ? takeDialogEffects() : []
    let effects = hasChanges || flush == .unseen || flush == .later ? [] : takeEffects()
    return Turn(
      changes: changes, effects: dialogs + effects, tasks: takeTasks(), diagnostics: takeDiagnostics(),
      hasCompletions: hasCompletions, nextPush: nextPush,
      flushes: flushes, renders: flushing.renderCount - rendersBefore, took: flushes > 0 ? .now - start : .zero)
  }
}
