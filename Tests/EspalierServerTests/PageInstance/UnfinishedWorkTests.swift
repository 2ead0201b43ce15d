import Testing

@testable import EspalierServer

/// The count of unfinished work, and those who wait until it is zero.
@Suite struct UnfinishedWorkTests {
  @Test func `without work nobody waits`() async {
    #expect(await UnfinishedWork().ends(within: .zero))
  }

  @Test func `waiting ends with the last piece of work`() async {
    let work = UnfinishedWork()
    var piece: UnfinishedWork.Piece? = work.piece()
    work.begin()
    work.end()
    #expect(await !work.ends(within: .milliseconds(1)), "a piece is left")
    withExtendedLifetime(piece) {}
    piece = nil
    #expect(await work.ends(within: .zero))
  }

  @Test func `all who wait are called, on whichever thread the work ends`() async {
    let work = UnfinishedWork()
    await withTaskGroup { group in
      for _ in 0..<200 {
        work.begin()
        group.addTask {
          await Task.yield()
          work.end()
          return true
        }
        group.addTask { await work.ends(within: .seconds(60)) }
      }
      for await hasEnded in group { #expect(hasEnded) }
    }
  }
}
