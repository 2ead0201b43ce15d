import Testing

@testable import Espalier

/// The fields of a form must match its event's data.
@Suite struct FormCheckTests {
  private struct Order: Codable, Sendable {
    enum Size: String, Codable { case small, large }
    var name: String, seats: Int, size: Size
    var isGift: Bool, extras: [String], note: String?
  }
  private static let order = Event<Order>("order")
  private static let query = Event<String>("query")
  private static let photo = Event<Photo>("photo").takingFiles(FileKind.images, upTo: 1)
  private struct Photo: Codable { var photo: UploadedFile }
  private static let number = Event<Int>("number")
  private static let several = Event<[String]>("several")
  private static let clear = Event<NoData>("clear")
  private static let anything = Event<[String: String]>("anything")

  private static let complete = """
    <input name="name"><input type="number" name="seats"><select name="size"><option value="small"><option value="large"></select>
    """

  private func fault(_ html: HTML) -> String? { FormCheck(of: html).fault }
  private func order(_ controls: String) -> HTML { "<form \(Self.order)>\(RawHTML(controls))</form>" }

  @Test func `a form may have all fields of the data, and leave out optional ones`() {
    #expect(fault(order(Self.complete)) == nil)
    let rest =
      "<input type=\"checkbox\" name=\"isGift\"><input type=\"checkbox\" name=\"extras\"><textarea name=\"note\"></textarea>"
    #expect(fault(order(Self.complete + rest)) == nil)
    #expect(
      fault(order(Self.complete + "<button>Order</button><button type=\"reset\" name=\"x\">Clear</button><input>"))
        == nil)
    #expect(fault("<form \(Self.query)><input name=\"data\"></form>") == nil)
    #expect(fault("<form \(Self.number)><input name=\"data\"></form>") == nil)
    #expect(fault("<form \(Self.several)></form>") == nil)
    #expect(fault("<form \(Self.several)><input type=\"checkbox\" name=\"data\"></form>") == nil)
    #expect(fault("<form \(Self.clear)><button>Clear</button></form>") == nil)
    #expect(fault("<form \(Self.anything)><input name=\"x\"></form>") == nil)
  }

  @Test func `a file field needs an event that takes files, and a file needs a file field`() {
    let taking = Self.query.takingFiles(FileKind.images, upTo: 1)
    #expect(fault("<form \(Self.photo)><input type=\"file\" name=\"photo\"></form>") == nil)
    #expect(
      fault("<form \(Self.photo)><input name=\"photo\"></form>") == """
        the data of the event photo, Photo, has a file in the field "photo"; make the field an <input type="file">
        """)
    #expect(fault("<form \(taking)><input name=\"data\"></form>") == nil)

    #expect(
      fault("<form \(Self.query)><input type=\"File\" name=\"data\"></form>")
        == """
        the form has the file field "data", but the event query takes no files; declare the event with \
        takingFiles(_:upTo:), or remove the field
        """)
    let beside: HTML = """
      <form \(Self.query) id="search"></form><input type="file" name="data" form="search">
      """
    #expect(fault(beside)?.contains("the file field \"data\"") == true)
  }

  @Test func `a field that the data does not have is reported with those that it has`() {
    let unknown = fault(order(Self.complete + "<input name=\"seat\">"))
    #expect(
      unknown == """
        the form has the field "seat", but the data of the event order, Order, does not; its fields are: \
        name, seats, size, isGift, extras, note
        """)
    for control in [
      "<select name=\"b\"></select>", "<textarea name=\"b\"></textarea>", "<button name=\"b\" value=\"1\">B</button>",
    ] {
      #expect(fault(order(Self.complete + control))?.hasPrefix("the form has the field \"b\"") == true)
    }
    #expect(
      fault("<form \(Self.query)><input name=\"query\"></form>")?.hasSuffix("String, does not; its fields are: data")
        == true
    )
    #expect(fault("<form \(Self.number)><input name=\"n\"></form>")?.hasPrefix("the form has the field \"n\"") == true)
    #expect(fault("<form \(Self.clear)><input name=\"a\"></form>")?.hasSuffix("NoData, does not; remove it") == true)
  }

  @Test func `a required field of the data that the form does not have is reported`() {
    #expect(
      fault(order("<input name=\"name\"><select name=\"size\"><option value=\"large\"></select>"))
        == "the form has no field \"seats\", but the data of the event order, Order, needs it; add a control with that name, or make the field optional"
    )
    #expect(
      fault("<form \(Self.query)><button>Go</button></form>")?.hasPrefix("the form has no field \"data\"") == true)
  }

  @Test func `controls of other forms do not count, and controls that name this form do`() {
    let button: HTML = "<form \(Self.query)><input name=\"data\"><button \(Self.number, sends: 1)>One</button></form>"
    #expect(fault(button) == nil)
    let outside: HTML =
      "<form id=\"f\" \(Self.query)></form><input form=\"f\" name=\"b\"><form \(Self.number)><input name=\"data\"></form>"
    #expect(fault(outside)?.hasPrefix("the form has the field \"b\"") == true)
    #expect(fault("<form id=\"f\" \(Self.query)></form>") == nil, "its controls may be in another cell")
  }

  @Test func `a type that reads any names knows every field`() {
    struct Name: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Loose: Codable, Sendable {
      init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Name.self).allKeys }
      func encode(to encoder: any Encoder) throws {}
    }
    #expect(fault("<form \(Event<Loose>("loose"))><input name=\"any\"></form>") == nil)
  }

  @Test func `data that cannot be decoded from any example is not checked`() {
    struct Code: Codable, Sendable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text == "secret" else { throw PayloadError(field: "data.code", reason: "must be the code") }
      }
      func encode(to encoder: any Encoder) throws {}
    }
    struct Entry: Codable, Sendable { var code: Code, other: Int }
    let entry = Event<Entry>("entry")
    #expect(fault("<form \(entry)><input name=\"code\"><input name=\"more\"></form>") == nil)
    #expect(
      fault("<form \(entry)><input type=\"hidden\" name=\"code\" value=\"secret\"><input name=\"more\"></form>") != nil)
  }

  @Test func `a wrong form is reported once, and the cell is shown`() {
    struct Search: Content, Identifiable {
      static let query = Event<String>("query")
      let id: Int
      var html: HTML { "<form \(Self.query)><input name=\"q\" value=\"\(id)\"></form>" }
    }
    let root = ContainerModel()
    root.add([Search(id: 1), Search(id: 2)])
    let tree = Tree(root)
    _ = tree.flushAll()
    let reported = tree.takeDiagnostics().map(\.description)
    #expect(reported.count == 1 && reported.first?.hasPrefix("the cell \"1\": the form has the field \"q\"") == true)
    #expect(tree.snapshot().children.allSatisfy { $0.cell?.html.isEmpty == false })
  }
}
