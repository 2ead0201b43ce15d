import Espalier
import EspalierHTTP

/// The state of a thread that reads: all queries that somebody looks at, and their windows.
package final class LiveQueries {
  let reader: any TableReader
  private let database: String
  private let longestQuery: Duration
  private let metrics: DatabaseMetrics
  private let pace: ReadPace
  private let readers: Readers
  private let counter: RowCounter
  private let numbers: Numbers
  private var queries = OpenQueries()
  /// Where each viewer looks.
  private var seats: [Int: Seat] = [:]
  /// How long the first event of a window waits for the number of rows.
  private static let patience = Duration.milliseconds(100)
  /// How long the thread reads windows before it does other jobs; at least as long as the look before it took.
  private static let turn = Duration.milliseconds(10)
  /// The number of the last read, and of the last one for each requester.
  private var (reads, lastReads) = (0, [Requester: Int]())
  /// The generation of the plans.
  private var generation = -1
  /// Whether the reader does not know yet what is shown.
  private var mustPublish = false
  /// Whether the reader knows that it should try again.
  private var hasShownRetry = false
  /// When the next update begins by itself, if it is planned.
  private var planned: ContinuousClock.Instant?

  private struct Seat {
    let query: LiveQuery
    let window: Window
  }

  /// What a window needs to be opened, or to go on on the other thread.
  struct Opening: Sendable {
    let number: Int
    let text: QueryText
    let key: Window.Key
    let decode: @Sendable (RowDecoder) throws -> any Sendable
    let events: NewestEvent
    /// For whom it is read; nil for nobody in particular.
    var requester: Requester?
  }

  init(
    _ engine: any TableEngine, _ metrics: DatabaseMetrics, _ pace: ReadPace, _ readers: Readers, _ counter: RowCounter,
    _ numbers: Numbers
  ) {
    (database, longestQuery, reader) = (engine.name, engine.limits.longestQuery, engine.reader(pace))
    (self.metrics, self.pace, self.readers, self.counter, self.numbers) = (metrics, pace, readers, counter, numbers)
  }

  var openQueries: [LiveQuery] { queries.all }

  /// The longest time that a statement may take on this thread.
  private var limit: Duration {
    pace == .quick ? min(ReadPace.quickLimit, longestQuery) : longestQuery
  }

  /// Whether a statement that took too long here may take longer on the slow thread.
  private var isLimitShort: Bool { limit < longestQuery }

  // MARK: Jobs

  /// Runs one statement, for as long as somebody waits for its result.
  func read<Result>(_ life: Life, _ work: (any TableReader) throws -> Result) throws -> Result {
    reader.allow(limit) { !life.hasEnded }
    defer { reader.allow(nil, while: nil) }
    return try work(reader)
  }

  /// Opens windows.
  func open(_ openings: [Opening]) {
    for opening in openings where !opening.events.isClosed {
      let query = queries[opening.text] ?? LiveQuery(number: numbers.next(), text: opening.text)
      let viewer = Viewer(
        opening.events, for: opening.requester, countEnd: .now + (query.isUncounted ? Self.patience : .zero))
      seat(viewer, opening.number, at: opening.key, of: query, opening.decode)
      // The reader has to know the query before the first window is read, or it would not tell what changes after that.
      if query.plan == nil { query.plan = try? reader.plan(query.text) }
    }
    // Many that are opened together are one update.
    mustPublish = true
    update(at: .now)
  }

  private func seat(
    _ viewer: Viewer, _ number: Int, at key: Window.Key, of query: LiveQuery, known: WindowState = WindowState(),
    _ decode: @escaping @Sendable (RowDecoder) throws -> any Sendable
  ) {
    let window = query.windows[key] ?? Window(key, known: known, decode)
    query.windows[key] = window
    window.viewers[number] = viewer
    seats[number] = Seat(query: query, window: window)
    queries.wake(query)
  }

  /// Shows other rows to a viewer.
  func move(_ number: Int, to place: WindowPlace) {
    guard let seat = seats[number], let viewer = leave(number, seat) else {
      return readers.run(of: number, notOn: pace) { $0.move(number, to: place) }
    }
    viewer.move()
    let (query, old) = (seat.query, seat.window)
    let key = Window.Key(place: place, row: old.key.row)
    self.seat(viewer, number, at: key, of: query, known: old.state, old.decode)
    update(catchingUp: number)
  }

  /// Brings a viewer up to date at once.
  func catchUp(_ number: Int) {
    if seats[number] != nil { update(catchingUp: number) }
  }

  /// Ends a window. When the last one of a query ends, the query is forgotten.
  func close(_ number: Int) {
    guard let seat = seats[number] else { return readers.run(of: number, notOn: pace) { $0.close(number) } }
    leave(number, seat)
    if seat.query.windows.isEmpty { queries.remove(seat.query) }
    readers.close(number)
    mustPublish = true
    // The others are published with the next update.
    if seats.isEmpty { publish() }
  }

  /// Takes a viewer away from its window.
  @discardableResult
  private func leave(_ number: Int, _ seat: Seat) -> Viewer? {
    seats[number] = nil
    let viewer = seat.window.viewers.removeValue(forKey: number)
    if seat.window.viewers.isEmpty { seat.query.windows[seat.window.key] = nil }
    return viewer
  }

  private func publish() {
    var shown = ShownQueries()
    shown.queries = queries.texts
    shown.followed = queries.watched
    shown.viewers = seats.count
    shown.needsRetry = queries.needsRetry
    mustPublish = false
    hasShownRetry = shown.needsRetry
    reader.show(shown)
  }

  /// Looks what has changed, reads it, and tells it to those who look. It reads for a while only: what is left comes after
  /// the other jobs of the thread.
  func update(catchingUp viewer: Int? = nil) {
    planned = nil
    readers.noteLook(pace)
    guard !seats.isEmpty else { return }
    let start = ContinuousClock.now
    if mustPublish { publish() }
    var (next, canCount) = (reader.lookEvery.map { ContinuousClock.now + $0 }, false)
    do {
      defer { reader.end() }
      reader.allow(limit, while: nil)
      let look = try reader.begin()
      canCount = look.canCount
      if !look.notes.isEmpty {
        for query in queries.all where query.apply(look.notes) { queries.wake(query) }
      }
      if reader.lookEvery != nil { queries.retry() }
      prepare()
      if let left = refresh(first: viewer, begun: start) { next = min(next ?? left, left) }
    } catch {
      for query in queries.all { fail(query, self.error(error, query)) }
    }
    if queries.needsRetry != hasShownRetry { publish() }
    if canCount { count() }
    if let next { update(at: next) }
  }

  /// Plans an update.
  private func update(at time: ContinuousClock.Instant) {
    if let planned, planned <= time { return }
    planned = time
    readers.run(pace, at: time) { queries in
      if let planned = queries.planned, planned <= .now { queries.update() }
    }
  }

  // MARK: Reading

  private func prepare() {
    let outdated =
      reader.generation == generation
      ? queries.allUnsettled.filter { $0.plan == nil } : queries.all.filter { $0.plan.map(reader.isCurrent) != true }
    generation = reader.generation
    for query in outdated {
      query.forgetPlan()
      queries.wake(query)
      do { query.plan = try reader.plan(query.text) } catch { fail(query, self.error(error, query)) }
    }
    if !outdated.isEmpty { publish() }
  }

  private func error(_ error: any Error, _ query: LiveQuery) -> DatabaseError {
    DatabaseError(error, in: database, statement: query.text.sql.text)
  }

  private struct Due {
    let query: LiveQuery
    let window: Window
    let time: ContinuousClock.Instant
    let isOwn: Bool
    /// The last read for one of its requesters.
    let lastRead: Int
  }

  /// Reads and tells the windows that are due. Requesters take turns; of one, the window that waits longest comes first.
  /// Returns when the next one is due; nil if none is.
  private func refresh(first viewer: Int?, begun: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    let start = ContinuousClock.now
    let own = viewer.flatMap { seats[$0]?.window }
    var (due, next) = ([Due](), ContinuousClock.Instant?.none)
    for query in queries.allUnsettled {
      var isSettled = query.isSettled
      for window in query.windows.values {
        guard let time = query.time(for: window, at: start, pause: reader.lookEvery) else { continue }
        isSettled = false
        let isOwn = window === own
        if time <= start || isOwn {
          due.append(Due(query: query, window: window, time: time, isOwn: isOwn, lastRead: lastRead(for: window)))
        } else {
          next = min(next ?? time, time)
        }
      }
      if isSettled { queries.settle(query) }
    }
    due.sort { one, other in
      if one.isOwn != other.isOwn { return one.isOwn }
      return (one.lastRead, one.time) < (other.lastRead, other.time)
    }
    let now = ContinuousClock.now
    let end = now + max(Self.turn, now - begun)
    for due in due {
      // The one who waits for a reply gets the rows as they are now, however slow the machine is.
      if reader.hasLostState || !due.isOwn && .now > end { return start }
      // The query may have moved to the other thread, before or now.
      if isShown(due.query) { refresh(due.window, of: due.query, catchingUp: due.isOwn ? viewer : nil) }
      if isShown(due.query), let time = due.query.time(for: due.window, at: start, pause: reader.lookEvery) {
        next = min(next ?? time, time)
      }
    }
    return next
  }

  private func isShown(_ query: LiveQuery) -> Bool { queries[query.text] === query }

  private func lastRead(for window: Window) -> Int {
    window.viewers.values.map { $0.requester.flatMap { lastReads[$0] } ?? 0 }.min() ?? 0
  }

  private func noteRead(for window: Window) {
    reads += 1
    if lastReads.count > 2 * seats.count + 100 { lastReads = [:] }
    for viewer in window.viewers.values {
      if let requester = viewer.requester { lastReads[requester] = reads }
    }
  }

  private func refresh(_ window: Window, of query: LiveQuery, catchingUp number: Int?) {
    // Without a plan, its error was told to those who could hear it.
    guard let plan = query.plan else { return tell(window, of: query) }
    let reader = WindowReader(reader: reader, plan: plan, database: database, metrics: metrics, limit: limit)
    let start = ContinuousClock.now
    do {
      if window.isDirty {
        noteRead(for: window)
        window.readAt = start
        try reader.read(window)
        query.shortReads = .now - start < ReadPace.quickLimit / 4 ? query.shortReads + 1 : 0
      }
      (window.isDirty, window.error) = (false, nil)
      if var samples = query.samples {
        query.samples = nil  // so that the ranges are divided in place
        defer { query.samples = samples }
        try reader.tidy(&samples)
        try reader.locate(window, in: samples)
      }
    } catch {
      let error = self.error(error, query)
      if window.viewers.values.allSatisfy(\.events.isClosed) {
        // Nobody wanted the result any more.
        for number in window.viewers.keys { close(number) }
        return
      }
      if error.code == .tooSlow, isLimitShort { return move(query, to: .slow) }
      queries.noteFailure(query)
      window.fail(error)
    }
    tell(window, of: query, catchingUp: number)
    if pace == .slow, query.shortReads > query.windows.count { move(query, to: .quick) }
  }

  private func tell(_ window: Window, of query: LiveQuery, catchingUp number: Int? = nil) {
    let now = ContinuousClock.now
    for (key, viewer) in window.viewers {
      if viewer.isNew, window.error == nil, query.isCounting(for: viewer, at: now) { continue }
      if key != number {
        guard let time = viewer.time(for: window, at: now), time <= now else { continue }
      }
      viewer.hear(of: window, at: now)
    }
  }

  /// Lets a query go on on the other thread.
  private func move(_ query: LiveQuery, to pace: ReadPace) {
    queries.remove(query)
    var openings: [Opening] = []
    for (key, window) in query.windows {
      for (number, viewer) in window.viewers {
        seats[number] = nil
        openings.append(
          Opening(
            number: number, text: query.text, key: key, decode: window.decode, events: viewer.events,
            requester: viewer.requester))
      }
    }
    publish()
    let requester = openings.lazy.compactMap(\.requester).first
    readers.move(openings.map(\.number), of: query.text.sql.text, for: requester, to: pace) { [openings] in
      $0.open(openings)
    }
  }

  private func fail(_ query: LiveQuery, _ error: DatabaseError) {
    queries.wake(query)
    queries.noteFailure(query)
    for window in query.windows.values {
      window.fail(error)
      tell(window, of: query)
    }
  }

  /// Counts the rows of the queries whose number is not known. One that was not read yet may be slow, and others would wait
  /// for its count.
  private func count() {
    for query in queries.allUnsettled where query.mustCount {
      guard let plan = query.plan else { continue }
      query.countingSince = []
      query.isCountStale = false
      counter.count(plan, for: query.life, on: pace) { [text = query.text, number = query.number] (queries, result) in
        queries.take(result, of: plan, text, number)
      }
    }
  }

  private func take(_ result: Result<Samples, any Error>, of plan: QueryPlan, _ text: QueryText, _ number: Int) {
    guard let query = queries[text], query.number == number else { return }
    query.take(result, of: plan)
    queries.wake(query)
    // Counts that come together are one update.
    update(at: .now)
  }
}

extension Window {
  /// Notes that the rows cannot be read. They are read again when the data has changed, or may be readable again.
  fileprivate func fail(_ error: DatabaseError) { (isDirty, self.error) = (false, error) }
}

extension DatabaseError {
  /// Whether a look at the data tells nothing about when the cause is gone.
  var mayPassByItself: Bool {
    [.busy, .unreadable, .noFile, .corrupt, .notADatabase, .full, .readOnly].contains(code)
  }

  var readProblem: ReadProblem { mayPassByItself ? .passing : .lasting }
}
