import EspalierHTTP
import EspalierLocks

extension Database {
  /// Calls back after each write of this process to PostgreSQL, also if it failed. A second call replaces the listener.
  package func onWrite(_ tell: @escaping @Sendable () -> Void) { readers.onWrite(tell) }

  /// Looks for changes by others now, if a window is open.
  package func look() { readers.tell() }

  /// How many rows a window has at most.
  var windowSize: Int { engine.limits.windowSize }

  /// How many rows a query may have that a node listens to.
  var mostRowsHeld: Int { engine.limits.mostRowsHeld }

  /// Opens a window over a query, and returns at once. The window is read in the background, and followed until nobody
  /// holds it.
  package func window<Row>(of query: Query<Row>, at place: WindowPlace) -> LiveWindow<Row> {
    let (number, events, statement, requester) = (numbers.next(), NewestEvent(), query.text.sql.text, Requester.current)
    // The place may change before the window is open.
    let wanted = Lock(place)
    engine.admit { [readers] in
      readers.open(number, of: statement, for: requester) { queries in
        let key = Window.Key(place: wanted.withLock { $0 }, row: ObjectIdentifier(Row.self))
        let decode = { @Sendable (decoder: RowDecoder) throws -> any Sendable in try Row(from: decoder) }
        queries.open([
          .init(number: number, text: query.text, key: key, decode: decode, events: events, requester: requester)
        ])
      }
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
