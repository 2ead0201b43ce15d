import Testing

@testable import Espalier

/// The JSON Schema and the example of an event's data.
@Suite struct DataShapeTests {
  private enum Size: String, Codable, CaseIterable, Sendable { case small, large }
  private enum Level: Int, Codable, CaseIterable, Sendable { case low = 1, high }
  private enum Hidden: String, Codable, Sendable { case left, right }
  private struct Order: Codable, Sendable {
    var name: String, seats: Int, size: Size
    var price: Double, isGift: Bool, extras: [String], note: String?
  }
  private struct Branch: Codable, Sendable { var name: String, children: [Branch], parent: Parent? }
  private final class Parent: Codable, Sendable { let next: Parent? }
  private struct Day: Codable, Sendable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text.split(separator: "-").count == 3, text.count == 10 else { throw PayloadError(field: "", reason: "no") }
    }
    func encode(to encoder: any Encoder) throws {}
  }
  private struct Pair: Codable, Sendable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      _ = (try list.decode(Int.self), try list.decode(Int.self))
    }
    func encode(to encoder: any Encoder) throws {}
  }
  private enum Either: Codable, Sendable { case one(Int), two(String) }

  private func shape<Payload: Codable & Sendable>(_ type: Payload.Type) -> DataShape {
    shape(Event<Payload>("e"))
  }
  /// The shape of a form without fields.
  private func shape<Payload>(_ event: Event<Payload>) -> DataShape {
    ("<form \(event)></form>" as HTML).shapes.first ?? .none
  }
  private func schema<Payload: Codable & Sendable>(_ type: Payload.Type) -> String { shape(type).schema.description }

  @Test func `single values have the types of JSON Schema`() {
    #expect(schema(String.self) == #"{"type":"string"}"#)
    #expect(schema(Bool.self) == #"{"type":"boolean"}"#)
    #expect(schema(Double.self) == #"{"type":"number"}"#)
    #expect(schema(Int.self) == #"{"type":"integer"}"#)
    #expect(schema(Int8.self) == #"{"type":"integer","minimum":-128,"maximum":127}"#)
    #expect(schema(UInt.self) == #"{"type":"integer","minimum":0}"#)
    #expect(schema(Int?.self) == #"{"type":["integer","null"]}"#)
    #expect(schema([[Int]].self) == #"{"type":"array","items":{"type":"array","items":{"type":"integer"}}}"#)
    #expect(schema([String: Int].self) == #"{"type":"object","additionalProperties":{"type":"integer"}}"#)
    #expect(schema(NoData.self) == #"{"type":"null"}"#)
    #expect(shape(Int?.self).type == "integer" && shape(NoData.self).type == "null")
  }

  @Test func `a struct lists its properties, and those that the data needs`() {
    let shape = shape(Order.self)
    #expect(
      shape.schema.description == """
        {"type":"object","properties":{"name":{"type":"string"},"seats":{"type":"integer"},\
        "size":{"type":"string","enum":["small","large"]},"price":{"type":"number"},"isGift":{"type":"boolean"},\
        "extras":{"type":"array","items":{"type":"string"}},"note":{"type":["string","null"]}},\
        "required":["name","seats","size","price","isGift","extras"]}
        """)
    #expect(
      shape.example?.description
        == #"{"name":"text","seats":1,"size":"small","price":1,"isGift":true,"extras":["text"]}"#)
    #expect(shape.type == "object")
  }

  @Test func `an enum lists its values if it knows them`() {
    #expect(schema(Size.self) == #"{"type":"string","enum":["small","large"]}"#)
    #expect(schema(Level.self) == #"{"enum":[1,2]}"#)
    #expect(schema(Size?.self) == #"{"type":["string","null"],"enum":["small","large",null]}"#)
    #expect(schema(Hidden.self) == #"{"type":"string"}"# && shape(Hidden.self).example == nil)
  }

  @Test func `a value that nobody can guess hides no other`() {
    struct Place: Codable, Sendable {
      var name: String, side: Hidden?, day: Int, other: Hidden?, who: String?
    }
    #expect(shape(Place.self).members.map(\.name) == ["name", "side", "day", "other", "who"])
    #expect(DataShape(ofParameters: Place.self).members.map(\.isRequired) == [true, false, true, false, false])
  }

  private struct Turn: Codable, Sendable {
    struct Step: Codable, Sendable { var first: Hidden, then: Int }
    var name: String, side: Hidden, angle: Int, steps: [Step], note: String?
  }
  private static let turn = Event<Turn>("turn")

  @Test func `an enum in the middle hides nothing if the control has data`() {
    let data = Turn(name: "a", side: .right, angle: 9, steps: [Turn.Step(first: .left, then: 2)], note: nil)
    let button = ("<button \(Self.turn, sends: data)>Turn</button>" as HTML).shapes.first
    #expect(
      button?.schema.description == """
        {"type":"object","properties":{"name":{"type":"string"},"side":{"type":"string"},"angle":{"type":"integer"},\
        "steps":{"type":"array","items":{"type":"object","properties":{"first":{"type":"string"},\
        "then":{"type":"integer"}},"required":["first","then"]}},"note":{"type":["string","null"]}},\
        "required":["name","side","angle","steps"]}
        """)
    let form: HTML = """
      <form \(Self.turn)><input name="name"><select name="side"><option value="right"></select><input name="angle"></form>
      """
    let shape = form.shapes.first
    #expect(shape?.members.map(\.name) == ["name", "side", "angle", "steps", "note"])
    #expect(shape?.example?.description == #"{"name":"text","side":"right","angle":1,"steps":[]}"#)
    #expect(shape?.schema["$comment"] == nil)
  }

  @Test func `if nobody can guess an enum, the schema has the names of the form and says that there may be more`() {
    let form: HTML = "<form \(Self.turn)><input name=\"name\"><input name=\"side\"><input name=\"angle\"></form>"
    let shape = form.shapes.first
    #expect(
      shape?.schema.description == """
        {"type":"object","properties":{"name":{"type":"string"},"side":{"type":"string"},"angle":{}},\
        "required":["name","side"],"$comment":"There may be more members."}
        """)
    #expect(shape?.example == nil)
    struct Way: Codable, Sendable { var side: Hidden, step: Int }
    let unknown = DataShape(ofParameters: Way.self, names: ["side", "step"])
    #expect(unknown.members.map(\.name) == ["side", "step"] && unknown.schema["$comment"] != nil)
    let known = DataShape(ofParameters: Way.self, names: ["side", "step"], example: Way(side: .left, step: 1))
    #expect(known.members.map(\.schema) == [["type": "string"], ["type": "integer"]])
    #expect(known.schema["$comment"] == nil)
  }

  @Test func `many values that refuse their first samples have an example`() {
    struct Days: Codable, Sendable { var a: Day, b: Day, c: Day, d: Day, e: Int }
    #expect(shape(Days.self).members.count == 5 && shape(Days.self).example != nil)
  }

  @Test func `a type that contains itself ends at a list or at nil`() {
    let shape = shape(Branch.self)
    #expect(shape.example?.description == #"{"name":"text","children":[]}"#)
    #expect(shape.schema["properties"]?["children"]?.description == #"{"type":"array"}"#)
    #expect(shape.schema["properties"]?["parent"]?["properties"]?["next"] != nil)
  }

  @Test func `a type that refuses samples gets others`() {
    #expect(schema(Day.self) == #"{"type":"string"}"#)
    #expect(shape(Day.self).example == "2000-01-01")
    #expect(shape(Pair.self).example == [1, 1])
    let either = shape(Either.self)
    #expect(either.example == nil)
    #expect(
      either.schema.description == #"{"type":"object","properties":{},"$comment":"There may be more members."}"#)
  }

  @Test func `a range gives the bounds and the example, a condition the description`() {
    #expect(
      shape(Event<Int>("e", in: 5...9)).schema.description == #"{"type":"integer","minimum":5,"maximum":9}"#)
    #expect(shape(Event<Int>("e", in: 5...9)).example == 5)
    #expect(shape(Event<Int>("e", in: 0...Int.max)).schema.description == #"{"type":"integer","minimum":0}"#)
    let condition = shape(Event<String>("e", mustBe: "one letter") { $0.count == 1 })
    #expect(condition.schema.description == #"{"type":"string","description":"Must be one letter."}"#)
    #expect(condition.example == "1")
    let letters = shape(Event<String>("e", in: "a"..."c"))
    #expect(letters.schema.description == #"{"type":"string","description":"Must be from a to c."}"#)
  }

  @Test func `the example of a form has the values that its fields offer`() {
    let hidden = Event<Hidden>("h")
    let radios: HTML = "<form \(hidden)><input type=\"radio\" name=\"data\" value=\"right\"></form>"
    #expect(radios.shapes.first?.example == "right")
    let order = Event<Order>("o")
    let form: HTML = """
      <form \(order)><input name="name" value="Ann"><input name="seats" type="number"><select name="size">\
      <option value="large"></select><input type="hidden" name="price" value="2.5"><input type="checkbox" name="isGift">\
      <input type="checkbox" name="extras" value="nuts"><input type="checkbox" name="note" value="n"></form>
      """
    #expect(
      form.shapes.first?.example?.description
        == #"{"name":"text","seats":1,"size":"large","price":2.5,"isGift":true,"extras":["nuts"],"note":"n"}"#)
  }

  @Test func `a text that a field contains is the example if the samples are refused`() {
    let plants = Event<String>("p", mustBe: "a plant") { ["Fig", "Bay"].contains($0) }
    #expect(("<form \(plants)><input name=\"data\" value=\"Bay\"></form>" as HTML).shapes.first?.example == "Bay")
  }

  @Test func `a button's example is what it sends`() {
    let button: HTML = "<button \(Event<Order?>("o"), sends: nil)>Clear</button>"
    #expect(button.shapes.first?.example == .null && button.shapes.first?.type == "object")
  }

  @Test func `patches follow the example of a form`() {
    let (root, cell) = (ContainerModel(), CellModel(Choice(value: "left")))
    root.add(cell)
    let tree = Tree(root)
    _ = tree.flushAll()
    let before = JSONDialect.document(tree.snapshot())
    cell.content.value = "right"
    let patch = JSONDialect.patch(tree.flushAll() ?? ChangeSet())
    #expect(before["children"]?[0]?["events"]?[0]?["example"] == "left")
    #expect(patch.description.contains(#""path":"/children/0/events""#))
  }

  private struct Choice: Content {
    static let choose = Event<Hidden>("choose")
    var value: String
    var html: HTML { "<form \(Self.choose)><input type=\"hidden\" name=\"data\" value=\"\(value)\"></form>" }
  }
}
