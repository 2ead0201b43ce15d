import Testing

@testable import Espalier

/// The states of loading: when it may begin, and when an end counts.
@Suite final class LoadingTests {
  private var loading = Loading()
  private var paging = Paging()

  private func begin() -> Bool { loading.begin() }
  private func end(_ end: Loading.End) -> Bool { loading.end(end) }
  private func begin(_ kind: Paging.Kind) -> Bool { paging.begin(kind) }
  private func end(_ kind: Paging.Kind, _ end: Loading.End) -> Bool { paging.end(kind, end) }

  @Test func `nothing begins while closed, and after opening there is more to load (RFR-01)`() {
    #expect(loading.state == .closed && !begin())
    loading.state = .ready
    #expect(loading.state == .ready)
    #expect(begin())
    loading.state = .closed
    #expect(!end(.more) && !begin() && loading.state == .closed)
  }

  @Test func `loading does not begin again while it runs (RFR-02)`() {
    loading.state = .ready
    #expect(begin())
    #expect(!begin())
    #expect(end(.more))
    #expect(begin())
  }

  @Test func `after the last rows nothing begins until loading is reopened (RFR-02, H-A13)`() {
    loading.state = .ready
    #expect(begin() && end(.noMore))
    #expect(loading.state == .finished && !begin())
    loading.state = .ready
    #expect(begin())
  }

  @Test func `after a failure the reason is known, and loading may begin again (RFR-02)`() {
    loading.state = .ready
    #expect(begin() && end(.failed("no line")))
    #expect(loading.state == .failed && loading.reason == "no line")
    #expect(begin())
    #expect(loading.reason == "")
  }

  @Test func `an end without a beginning is ignored (RFR-03)`() {
    loading.state = .ready
    let before = loading
    for late in [Loading.End.more, .noMore, .failed("late")] { #expect(!end(late)) }
    #expect(loading == before)
    #expect(begin())
    loading.state = .ready
    #expect(!end(.noMore) && loading.state == .ready)
  }

  @Test func `a running refresh does not begin again, and opening resets it (RFR-03)`() {
    #expect(!begin(.refresh))
    paging.refreshing.state = .ready
    #expect(begin(.refresh) && !begin(.refresh))
    paging.refreshing.state = .ready
    #expect(!end(.refresh, .more))
    #expect(begin(.refresh) && end(.refresh, .noMore))
    #expect(paging.refreshing.state == .ready && paging.more.state == .closed)
  }

  @Test func `clearing the error deletes its reason and changes nothing else (RFR-08)`() {
    loading.state = .ready
    #expect(begin())
    if loading.state == .failed { loading.state = .ready }
    #expect(loading.state == .running && end(.failed("no line")))
    if loading.state == .failed { loading.state = .ready }
    #expect(loading.state == .ready && loading.reason == "" && begin())
  }

  @Test func `a refresh cancels the running load, and nothing loads during a refresh`() {
    paging.refreshing.state = .ready
    paging.more.state = .ready
    #expect(begin(.more) && begin(.refresh))
    #expect(paging.more.state == .ready && !end(.more, .noMore) && !begin(.more))
    #expect(end(.refresh, .more) && begin(.more))
  }

  @Test(arguments: [Loading.End.more, .noMore, .failed("no line")])
  func `a refresh tells whether there is more to load, and a failed refresh does not`(outcome: Loading.End) {
    paging.refreshing.state = .ready
    paging.more.state = .ready
    #expect(begin(.more) && end(.more, .noMore))
    #expect(begin(.refresh) && end(.refresh, outcome))
    #expect(paging.more.state == (outcome == .more ? .ready : .finished))
    #expect(paging.refreshing.state == (outcome == .failed("no line") ? .failed : .ready))
  }

  @Test func `each state has its own round number`() {
    var rounds: Set<Int> = [loading.round]
    let steps: [(inout Loading) -> Void] = [
      { $0.state = .ready }, { _ = $0.begin() }, { _ = $0.end(.failed("")) },
      { if $0.state == .failed { $0.state = .ready } }, { $0.state = .finished },
      { $0.state = .ready }, { _ = $0.begin() }, { $0.interrupt() }, { $0.state = .closed },
    ]
    for step in steps {
      step(&loading)
      #expect(rounds.insert(loading.round).inserted)
    }
  }
}
