import Testing

@testable import EspalierHTTP
@testable import EspalierServer

@Suite struct StoreHealthTests {
  @Test func `a failure is reported once, again for another reason, and when it is over`() {
    var health = StoreHealth()
    #expect(health.succeed(.save) == nil && health.isUp)
    #expect(health.fail(.save, "full") == .failing)
    #expect(health.fail(.save, "full") == nil && !health.isUp)
    #expect(health.fail(.save, "locked") == .failing)
    #expect(health.fail(.check, "locked") == .failing)
    #expect(health.succeed(.read) == nil && !health.isUp)
    #expect(health.succeed(.save) == .recovered(failures: 3) && !health.isUp)
    #expect(health.succeed(.save) == nil)
    #expect(health.succeed(.check) == .recovered(failures: 1) && health.isUp)
  }
}
