extension Database: LiveDatabase {
  /// The limit of the same name.
  public var windowSize: Int { file.limits.windowSize }

  /// Opens a window over a query. It is read in the background.
  public func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row> {
    let (events, continuation) = AsyncStream.makeStream(of: WindowEvent.self, bufferingPolicy: .bufferingNewest(16))
    let number = numbers.next()
    let size = windowSize
    let window = Window(place: place.limited(to: size), decode: { try Row(from: $0) }, tell: { continuation.yield($0) })
    let open: LiveThread.Job = { $0.open(window, number, of: query.text) }
    // After the first time the window does not wait for the writer, which may wait for another program.
    let isPrepared = isPrepared
    if isPrepared { live.run(open) }
    writer.run { [self] writer in
      writer.look()
      if writer.isOpen { markPrepared() }
      if !isPrepared { live.run(open) }
    }
    return LiveWindow(
      events: events, move: { [live] place in live.run { $0.move(number, to: place.limited(to: size)) } },
      close: { [self] in
        live.run { $0.close(number) }
        continuation.finish()
      })
  }
}
