import Testing

@testable import Espalier

/// What the markup of a control says about repeated presses and about presses without a connection.
@Suite struct PressRuleTests {
  private static let plain = Event<NoData>("plain")
  private static let pay = Event<NoData>("pay").once()
  private static let apply = Event<String>("apply").once(false)
  private static let buy = Event<NoData>("buy").once().refusedOffline()

  private func text(_ html: HTML) -> String { String(decoding: html.bytes, as: UTF8.self) }

  @Test func `a control says nothing by default`() {
    #expect(!text("<button \(Self.plain)>Go</button>").contains("data-o"))
  }

  @Test func `a button and a form say that their event counts once, or each time`() {
    #expect(text("<button \(Self.pay)>Pay</button>").contains(" data-once=\"true\">"))
    #expect(text("<form \(Self.apply)><input name=\"data\"></form>").contains(" data-once=\"false\">"))
  }

  @Test func `an event keeps both rules`() {
    #expect(text("<button \(Self.buy)>Buy</button>").contains(" data-once=\"true\" data-offline=\"refused\">"))
  }

  @Test func `a rule does not make another event`() {
    let (label, line) = ("x", UInt(1))
    func event() -> Event<NoData> { Event(label, line: line, column: 1) }
    #expect(event().once() == event())
  }

  @Test func `commands have the same rules, also after they are combined`() {
    let command = Command<Int>("step") { _ in }.once().refusedOffline()
    let rule = " data-once=\"true\" data-offline=\"refused\">"
    #expect(text("<button \(command, sends: 1)>Go</button>").contains(rule))
    #expect(text("<button \(command.bind(1))>Go</button>").contains(rule))
    let longer = command.map { (text: String) in text.count }
    #expect(text("<button \(longer, sends: "a")>Go</button>").contains(rule))
    #expect(text("<button \(command.then(command), sends: 1)>Go</button>").contains(rule))
  }
}
