import Testing

@testable import Espalier

/// Conditions on an event's data beyond its type.
@Suite struct RequirementTests {
  private struct Panel: Content {
    static let assign = Event<Int>("assign", in: 0...99)
    static let water = Event<String>("water", mustBe: "the name of a plant") { ["Bay", "Fig"].contains($0) }
    var html: HTML { "<button \(Self.assign, sends: 1)>+</button><button \(Self.water, sends: "Fig")>Water</button>" }
  }

  private let root = ContainerModel()
  private let heard = Box<[String]>([])

  init() {
    root.add(Panel())
    let heard = heard
    root.on(Panel.assign) { heard.value.append("\($1)") }
    root.on(Panel.water) { heard.value.append($1) }
  }

  private func error(_ label: String, _ data: JSON, fromForm: Bool = false) -> DeliveryError? {
    let tree = Tree(root)
    _ = tree.flushAll()
    do {
      _ = try tree.receive(label, from: "panel", data: data, fromForm: fromForm)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [-1, 100, .max, .min] as [Int64])
  func `a number out of range is refused by name, and no handler runs`(number: Int64) {
    let refusal = DeliveryError.payload(PayloadError(field: "data", reason: "must be from 0 to 99"))
    #expect(error("assign", .int(number)) == refusal)
    #expect(error("assign", .string("\(number)"), fromForm: true) == refusal)
    #expect(heard.value == [])
  }

  @Test func `a text that does not meet the condition is refused in the words of its declaration`() {
    #expect(error("water", "Elm") == .payload(PayloadError(field: "data", reason: "must be the name of a plant")))
    #expect(heard.value == [])
  }

  @Test func `good data is delivered, and a wrong type is refused as usual`() {
    for number in [0, 99] as [Int64] { #expect(error("assign", .int(number)) == nil) }
    #expect(error("water", "Bay") == nil)
    #expect(heard.value == ["0", "99", "Bay"])
    #expect(error("assign", "1")?.isAboutType == true)
  }

  @Test func `events that the program itself sends are not checked`() {
    let tree = Tree(root)
    _ = tree.flushAll()
    root.children[0].send(Panel.assign, 100)
    #expect(heard.value == ["100"])
  }
}

extension DeliveryError {
  fileprivate var isAboutType: Bool {
    if case .payload(let error) = self { error.reason.contains("a whole number") } else { false }
  }
}
