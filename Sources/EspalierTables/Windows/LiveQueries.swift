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
  private var queries: [QueryText: LiveQuery] = [:]
  /// Where each viewer looks.
  private var seats: [Int: Seat] = [:]
  /// How long the first event of a window waits for the number of rows.
  private static let patience = Duration.milliseconds(100)
  /// How long the thread reads windows before it does other jobs.
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
    let text: QueryText
    let key: Window.Key
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

  var openQueries: [LiveQuery] { Array(queries.values) }

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
      queries[opening.text] = query
      let viewer = Viewer(
        opening.events, for: opening.requester, countEnd: .now + (query.samples == nil ? Self.patience : .zero))
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
    query.windows[key, default: Window(key.place, known: known, decode)].viewers[number] = viewer
    seats[number] = Seat(text: query.text, key: key)
  }

  /// Shows other rows to a viewer.
  func move(_ number: Int, to place: WindowPlace) {
    guard let seat = seats[number], let query = queries[seat.text], let old = query.windows[seat.key] else {
      return readers.run(of: number, notOn: pace) { $0.move(number, to: place) }
    }
    guard var viewer = leave(number) else { return }
    viewer.move()
    self.seat(
      viewer, number, at: Window.Key(place: place, row: seat.key.row), of: query, known: old.state, old.decode)
    queries[query.text] = query
    update(catchingUp: number)
  }

  /// Brings a viewer up to date at once.
  func catchUp(_ number: Int) {
    if seats[number] != nil { update(catchingUp: number) }
  }

  /// Ends a window. When the last one of a query ends, the query is forgotten.
  func close(_ number: Int) {
    guard leave(number) != nil else { return readers.run(of: number, notOn: pace) { $0.close(number) } }
    readers.close(number)
    mustPublish = true
    // The others are published with the next update.
    if seats.isEmpty { publish() }
  }

  /// Takes a viewer away from its window.
  @discardableResult
  private func leave(_ number: Int) -> Viewer? {
    guard let seat = seats.removeValue(forKey: number), let query = queries[seat.text] else { return nil }
    let viewer = query.windows[seat.key]?.viewers.removeValue(forKey: number)
    if query.windows[seat.key]?.viewers.isEmpty == true { query.windows[seat.key] = nil }
    if query.windows.isEmpty { queries[seat.text] = nil }
    return viewer
  }

  private func publish() {
    var shown = ShownQueries()
    shown.queries = Array(queries.keys)
    shown.followed = queries.values.compactMap(\.watched)
    shown.viewers = seats.count
    shown.needsRetry = needsRetry
    mustPublish = false
    hasShownRetry = shown.needsRetry
    reader.show(shown)
  }

  /// Whether somebody could not read rows, and should try again soon.
  private var needsRetry: Bool {
    queries.values.contains { $0.windows.values.contains { $0.error?.mayPassByItself == true } }
  }

  /// Looks what has changed, reads it, and tells it to those who look. It reads for a while only: what is left comes after
  /// the other jobs of the thread.
  func update(catchingUp viewer: Int? = nil) {
    planned = nil
    readers.noteLook(pace)
    guard !seats.isEmpty else { return }
    if mustPublish { publish() }
    var next = reader.lookEvery.map { ContinuousClock.now + $0 }
    do {
      defer { reader.end() }
      reader.allow(limit, while: nil)
      let look = try reader.begin()
      for query in queries.values {
        query.apply(look.notes)
        if reader.lookEvery != nil { query.retry() }
      }
      prepare()
      if let left = refresh(first: viewer) { next = min(next ?? left, left) }
    } catch {
      for query in queries.values { fail(query, self.error(error, query)) }
    }
    if needsRetry != hasShownRetry { publish() }
    count()
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
    let hasChanged = reader.generation != generation
    generation = reader.generation
    let outdated = queries.values.filter { $0.plan == nil || hasChanged && $0.plan.map(reader.isCurrent) != true }
    for query in outdated {
      query.forgetPlan()
      do { query.plan = try reader.plan(query.text) } catch { fail(query, self.error(error, query)) }
    }
    if !outdated.isEmpty { publish() }
  }

  private func error(_ error: any Error, _ query: LiveQuery) -> DatabaseError {
    DatabaseError(error, in: database, statement: query.text.sql.text)
  }

  private struct Due {
    let query: LiveQuery
    let key: Window.Key
    let time: ContinuousClock.Instant
    let isOwn: Bool
    /// The last read for one of its requesters.
    let lastRead: Int
  }

  /// Reads and tells the windows that are due. Requesters take turns; of one, the window that waits longest comes first.
  /// Returns when the next one is due; nil if none is.
  private func refresh(first viewer: Int?) -> ContinuousClock.Instant? {
    let start = ContinuousClock.now
    let own = viewer.flatMap { seats[$0] }
    var (due, next) = ([Due](), ContinuousClock.Instant?.none)
    for query in queries.values {
      for (key, window) in query.windows {
        let isOwn = own.map { $0.key == key && $0.text == query.text } == true
        guard let time = query.time(for: window, at: start, pause: reader.lookEvery) else { continue }
        if time <= start || isOwn {
          due.append(Due(query: query, key: key, time: time, isOwn: isOwn, lastRead: lastRead(for: window)))
        } else {
          next = min(next ?? time, time)
        }
      }
    }
    due.sort { one, other in
      if one.isOwn != other.isOwn { return one.isOwn }
      return (one.lastRead, one.time) < (other.lastRead, other.time)
    }
    for due in due {
      // The one who waits for a reply gets the rows as they are now, however slow the machine is.
      if reader.hasLostState || !due.isOwn && .now - start > Self.turn { return start }
      refresh(due.key, of: due.query, catchingUp: due.isOwn ? viewer : nil)
      // The query may have moved to the other thread.
      guard queries[due.query.text] === due.query, let window = due.query.windows[due.key] else { continue }
      if let time = due.query.time(for: window, at: start, pause: reader.lookEvery) { next = min(next ?? time, time) }
    }
    return next
  }

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

  private func refresh(_ key: Window.Key, of query: LiveQuery, catchingUp number: Int?) {
    guard queries[query.text] === query, var window = query.windows.removeValue(forKey: key) else { return }
    guard let plan = query.plan else {
      // Its error was told to those who could hear it.
      tell(&window, of: query)
      query.windows[key] = window
      return
    }
    let reader = WindowReader(reader: reader, plan: plan, database: database, metrics: metrics, limit: limit)
    let start = ContinuousClock.now
    do {
      if window.isDirty {
        noteRead(for: window)
        window.readAt = start
        try reader.read(&window)
        query.shortReads = .now - start < ReadPace.quickLimit / 4 ? query.shortReads + 1 : 0
      }
      (window.isDirty, window.error) = (false, nil)
      if var samples = query.samples {
        query.samples = nil  // so that the ranges are divided in place
        defer { query.samples = samples }
        try reader.tidy(&samples)
        try reader.locate(&window, in: samples)
      }
    } catch {
      let error = self.error(error, query)
      if window.viewers.values.allSatisfy(\.events.isClosed) {
        // Nobody wanted the result any more.
        query.windows[key] = window
        for number in window.viewers.keys { close(number) }
        return
      }
      if error.code == .tooSlow, isLimitShort {
        query.windows[key] = window
        return move(query, to: .slow)
      }
      window.fail(error)
    }
    tell(&window, of: query, catchingUp: number)
    query.windows[key] = window
    if pace == .slow, query.shortReads > query.windows.count { move(query, to: .quick) }
  }

  private func tell(_ window: inout Window, of query: LiveQuery, catchingUp number: Int? = nil) {
    let now = ContinuousClock.now
    for viewer in window.viewers.keys {
      guard var state = window.viewers[viewer] else { continue }
      if state.isNew, window.error == nil, query.isCounting(for: state, at: now) { continue }
      if viewer != number {
        guard let time = state.time(for: window, at: now), time <= now else { continue }
      }
      state.hear(of: window, at: now)
      window.viewers[viewer] = state
    }
  }

  /// Lets a query go on on the other thread.
  private func move(_ query: LiveQuery, to pace: ReadPace) {
    queries[query.text] = nil
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
    for key in query.windows.keys {
      guard var window = query.windows.removeValue(forKey: key) else { continue }
      window.fail(error)
      tell(&window, of: query)
      query.windows[key] = window
    }
  }

  /// Counts the rows of the queries whose number is not known. One that was not read yet may be slow, and others would wait
  /// for its count.
  private func count() {
    for query in queries.values where query.samples == nil && query.countingSince == nil && !query.countFailed {
      guard let plan = query.plan, query.windows.values.contains(where: { $0.readAt != nil }) else { continue }
      query.countingSince = []
      query.isCountStale = false
      counter.count(plan, on: pace) { [text = query.text, number = query.number] (queries, result) in
        queries.take(result, text, number)
      }
    }
  }

  private func take(_ result: Result<Samples, any Error>, _ text: QueryText, _ number: Int) {
    guard let query = queries[text], query.number == number else { return }
    switch result {
    case .success(let samples): query.take(samples)
    case .failure:
      // The rows are shown without their number. Whoever cannot read them gets the error there.
      query.countingSince = nil
      query.countFailed = true
    }
    // Counts that come together are one update.
    update(at: .now)
  }
}

extension Window {
  /// Notes that the rows cannot be read. They are read again when the data has changed, or may be readable again.
  fileprivate mutating func fail(_ error: DatabaseError) { (isDirty, self.error) = (false, error) }
}

extension DatabaseError {
  /// Whether a look at the data tells nothing about when the cause is gone.
  var mayPassByItself: Bool {
    [.busy, .unreadable, .noFile, .corrupt, .notADatabase, .full, .readOnly].contains(code)
  }

  var readProblem: ReadProblem { mayPassByItself ? .passing : .lasting }
}
