import EspalierHTTP
import EspalierLocks

extension Database: LiveDatabase {
  /// The limit of the same name.
  package var windowSize: Int { file.limits.windowSize }

  /// The limit of the same name.
  package var mostRowsHeld: Int { file.limits.mostRowsHeld }

  /// Opens a window over a query. It is read in the background.
  package func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row> {
    let (number, events, statement, requester) = (numbers.next(), NewestEvent(), query.text.sql.text, Requester.current)
    // The place may change before the window is open.
    let wanted = Lock(place)
    let open = { @Sendable [readers] in
      readers.open(number, of: statement, for: requester) { queries in
        let key = Window.Key(place: wanted.withLock { $0 }, row: ObjectIdentifier(Row.self))
        let decode = { @Sendable (decoder: RowDecoder) throws -> any Sendable in try Row(from: decoder) }
        queries.open([
          .init(number: number, text: query.text, key: key, decode: decode, events: events, requester: requester)
        ])
      }
    }
    // After the first time the window does not wait for the writer, which may wait for another program.
    let isPrepared = isPrepared
    if isPrepared { open() }
    writer.run { [self] writer in
      writer.look()
      if writer.isOpen { markPrepared() }
      if !isPrepared { open() }
    }
    return LiveWindow(
      events.stream,
      move: { [readers] place in
        wanted.withLock { $0 = place }
        readers.run(of: number) { $0.move(number, to: place) }
      },
      catchUp: { [readers] in
        await readers.catchUp(number, for: requester)
        await events.workedOn()
      },
      close: { [self] in
        events.close()
        readers.run(of: number) { $0.close(number) }
      })
  }
}
