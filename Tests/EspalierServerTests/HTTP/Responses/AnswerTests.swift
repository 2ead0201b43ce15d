import EspalierLocks
import Testing

@testable import EspalierHTTP
@testable import EspalierServer

struct AnswerTests {
  @Test func `the first answer is delivered and a second is refused`() {
    let statuses = Lock<[Int]>([])
    let refused = Counter()
    let answer = Answer(
      deliver: { response in statuses.withLock { $0.append(response?.status.code ?? -1) } }, refused: { refused.add() })
    #expect(answer(Response(.ok)))
    let late = EventStream()
    #expect(!answer(.events(late)))
    #expect(!late.isOpen)
    #expect(statuses.withLock { $0 } == [200])
    #expect(refused.value == 1)
  }

  @Test func `an answer that nobody gives becomes a server error`() {
    let statuses = Lock<[Int]>([])
    do { _ = Answer { response in statuses.withLock { $0.append(response.status.code) } } }
    #expect(statuses.withLock { $0 } == [500])
  }
}
