import Testing

@testable import Espalier

@Suite struct JSONCodingTests {
  private enum Colour: String, Codable { case red, green }
  private enum Size: Int, Codable { case small = 1, large }
  private enum Choice: Codable, Equatable {
    case none
    case some(count: Int)
    case pair(Int, String)
  }
  private struct Inner: Codable, Equatable {
    var count: Int
    var note: String?
  }
  private struct Outer: Codable, Equatable {
    var name: String
    var inner: Inner
    var list: [Inner]
    var colour: Colour
    var size: Size?
    var choice: Choice
    var scores: [String: Double]
    var flags: [Bool]
    var small: UInt8
    var big: UInt64
  }
  private let outer = Outer(
    name: "<é>", inner: Inner(count: 1, note: nil), list: [Inner(count: 2, note: "n"), Inner(count: 3)], colour: .green,
    size: .large, choice: .pair(1, "x"), scores: ["a": 1.5], flags: [true, false], small: 255, big: .max)

  @Test func `nested structs, optionals, arrays, dictionaries and enums are encoded and decoded`() throws {
    let json = try JSON(encoding: outer)
    #expect(
      json.description
        == #"{"name":"<é>","inner":{"count":1,"note":null},"list":[{"count":2,"note":"n"},{"count":3,"note":null}],"colour":"green","size":2,"#
        + #""choice":{"pair":{"_0":1,"_1":"x"}},"scores":{"a":1.5},"flags":[true,false],"small":255,"#
        + #""big":1.8446744073709552e+19}"#)
    var readable = outer
    readable.big = 5
    #expect(try JSON(encoding: readable).decode(Outer.self) == readable)
    #expect(try JSON(parsing: JSON(encoding: readable).bytes).decode(Outer.self) == readable)
  }

  @Test func `single values are encoded as they are`() throws {
    #expect(try JSON(encoding: 5) == 5)
    #expect(try JSON(encoding: "a") == "a")
    #expect(try JSON(encoding: [1, 2]) == [1, 2])
    #expect(try JSON(encoding: [Int]()) == [])
    #expect(try JSON(encoding: nil as Int?) == nil)
    #expect(try JSON(encoding: NoData()) == .object(JSONObject()))
    #expect(try JSON(encoding: Choice.none).description == #"{"none":{}}"#)
    #expect(try JSON(encoding: RawHTML("<b>")) == .markup("<b>"))
    #expect(try JSON(encoding: Colour.red) == "red")
    #expect(try (nil as JSON).decode(Int?.self) == nil)
    #expect(try (5 as JSON).decode(Int?.self) == 5)
  }

  @Test func `the cost of a long array is linear`() throws {
    let many = Array(0..<20_000)
    let clock = ContinuousClock()
    var json = JSON.null
    let time = try clock.measure { json = try JSON(encoding: many) }
    #expect(json[19_999] == 19_999)
    #expect(time < .seconds(2), "\(time)")
  }

  private func fault<T: Decodable>(_ json: JSON, _ type: T.Type, fromForm: Bool = false) -> PayloadError? {
    do throws(PayloadError) {
      _ = try json.decode(type, fromForm: fromForm)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an error names the field and the expected value`() throws {
    var json = try JSON(encoding: outer)
    func with(_ name: String, _ value: JSON?) -> JSON {
      guard case .object(var object) = json else { return .null }
      object[name] = value
      return .object(object)
    }
    json = with("big", 1)
    #expect(fault(json, Outer.self) == nil)
    #expect(fault(with("name", nil), Outer.self) == PayloadError(field: "data.name", reason: "is missing"))
    #expect(fault(with("name", 1), Outer.self)?.description == "data.name: must be a string, not a number")
    #expect(fault(with("inner", ["count": "x"]), Outer.self)?.field == "data.inner.count")
    #expect(fault(with("inner", [1]), Outer.self)?.description == "data.inner: must be an object, not an array")
    #expect(fault(with("list", [["count": 1], ["count": true]]), Outer.self)?.field == "data.list[1].count")
    #expect(fault(with("list", ["count": 1]), Outer.self)?.field == "data.list")
    #expect(fault(with("colour", "blue"), Outer.self)?.field == "data.colour")
    #expect(fault(with("choice", ["other": [:]]), Outer.self)?.field == "data.choice")
    #expect(fault(with("scores", ["a": "x"]), Outer.self)?.field == "data.scores.a")
    #expect(
      fault(with("flags", [true, 1]), Outer.self)?.description == "data.flags[1]: must be true or false, not a number")
    #expect(
      fault(with("small", 256), Outer.self)?.description
        == "data.small: must be a whole number from 0 to 255")
    #expect(
      fault(with("small", .double(1.5)), Outer.self)?.description
        == "data.small: must be a whole number, not a number")
    #expect(fault("x", Int.self)?.field == "data")
    #expect(fault(nil, Int.self)?.description == "data: must be a whole number, not null")
    #expect(fault([1], [String].self)?.field == "data[0]")
  }

  @Test func `numbers are whole or not, whatever their notation`() throws {
    #expect(try (.double(2) as JSON).decode(Int.self) == 2)
    #expect(try (2 as JSON).decode(Double.self) == 2)
    #expect(fault("2", Int.self) != nil, "a string is not a number in JSON")
    #expect(fault(1, Bool.self) != nil)
    #expect(fault(true, Int.self) != nil)
  }

  @Test func `a form's strings are decoded as numbers, booleans, nil, lists and structs`() throws {
    struct Form: Codable, Equatable {
      var count: Int
      var price: Double
      var isOn: Bool
      var note: String?
      var limit: Int?
      var tags: [String]
      var inner: Inner
    }
    let form: JSON = [
      "count": "5", "price": "1.5", "isOn": "on", "note": "", "limit": "", "tags": "one", "inner": #"{"count":"7"}"#,
    ]
    #expect(
      try form.decode(Form.self, fromForm: true)
        == Form(count: 5, price: 1.5, isOn: true, note: nil, limit: nil, tags: ["one"], inner: Inner(count: 7)))
    #expect(fault(form, Form.self)?.field == "data.count", "only from a form")
    let unchecked: JSON = ["count": "5", "price": "1", "tags": ["a", "b"], "inner": #"{"count":1}"#]
    let read = try unchecked.decode(Form.self, fromForm: true)
    #expect(!read.isOn, "an unchecked box is not sent")
    #expect(read.tags == ["a", "b"])
    let none: JSON = ["count": "5", "price": "1", "inner": #"{"count":1}"#]
    #expect(try none.decode(Form.self, fromForm: true).tags == [], "none of several was chosen")
    #expect(fault(none, Form.self)?.field == "data.count")
    #expect(fault(["count": 5, "price": 1, "isOn": true, "inner": ["count": 1]], Form.self)?.field == "data.tags")
    #expect(try ([:] as JSON).decode([String].self, fromForm: true) == [])
    #expect(try !([:] as JSON).decode(Bool.self, fromForm: true))
    #expect(fault([:], [String].self) != nil && fault([:], Bool.self) != nil, "only from a form")
    #expect(try ("5" as JSON).decode(Int.self, fromForm: true) == 5)
    #expect(try ("[1]" as JSON).decode(String.self, fromForm: true) == "[1]", "a text is a text")
    for wrong: JSON in ["x", "", "1.5", " 1", "1e2", "9223372036854775808"] {
      #expect(fault(wrong, Int.self, fromForm: true)?.field == "data", "\(wrong)")
    }
    for wrong: JSON in ["nan", "inf", "x", "1e999"] {
      #expect(fault(wrong, Double.self, fromForm: true) != nil, "\(wrong)")
    }
    #expect(fault("yes", Bool.self, fromForm: true) != nil)
  }
}
