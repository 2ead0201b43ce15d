import Espalier
import EspalierHTTP
import EspalierServer
import EspalierTesting
import Testing

/// Tests read what a node shows as its type.
@Suite struct TestContentTests {
  private struct Photo: Content, Identifiable {
    enum Tone: String, Codable { case teal, crimson }
    static let like = Event<Int>("like")
    let id: Int
    var tone = Tone.teal
    var frame = RawHTML("<hr>")
    var remove = Command.nop
    var undo: Command<NoData>?
    var html: HTML { "<div class=\"\(tone.rawValue)\">\(frame)</div><button \(remove)>Remove</button>" }
  }

  private struct Title: Content {
    var tone = "loud"
    var html: HTML { "<h2>\(tone)</h2>" }
  }

  private struct Person: Codable, Hashable { var name: String }

  private final class Album: ContainerModel {
    private var ids = [1, 2]
    override func didLoad() { show() }
    private func show() {
      header = CellModel(Title())
      footer = CellModel(Cell(Person(name: "Ann")) { "<p>\($0.name)</p>" })
      set {
        for id in ids {
          Photo(id: id, tone: id == 1 ? .teal : .crimson, remove: Command(to: Album.self) { $0.remove(id) })
        }
      }
    }
    private func remove(_ id: Int) {
      ids.removeAll { $0 == id }
      show()
    }
  }

  private func page() async throws -> TestPage {
    let site = Site(templates: "none", files: "none", log: .silent) { Page("/", title: "Album") { Album() } }
    return try await TestPage.open("/", over: InProcess(site))
  }

  @Test func `a content is read as its type, with commands that do nothing`() async throws {
    let page = try await page()
    let photo = try page.content(of: "2", as: Photo.self)
    #expect(photo.tone == .crimson && photo.frame.source == "<hr>" && photo.undo == nil)
    photo.remove.perform()
    let title: Title = try page.content(of: "header")
    #expect(title.tone == "loud")
    #expect(try page.contents(as: Photo.self).map(\.id) == [1, 2])
  }

  @Test func `a cell without a type is read as its data`() async throws {
    #expect(try await page().content(of: "footer", as: Person.self) == Person(name: "Ann"))
  }

  @Test func `a wrong type is an error that names the node and the field`() async throws {
    struct Wrong: Decodable { let tone: Int }
    let page = try await page()
    #expect(throws: TestPage.Failure.self) { try page.content(of: "header", as: Photo.self) }
    do {
      _ = try page.content(of: "2", as: Wrong.self)
      Issue.record("it must throw")
    } catch {
      #expect(
        "\(error)"
          == """
          the node "2" shows the type Photo and cannot be read as Wrong: the field "tone" must be a whole number, not a \
          string
          """)
    }
    do {
      _ = try page.content(of: "1", as: Title.self)
      Issue.record("a Photo has the field of a Title, but it is none")
    } catch {
      #expect("\(error)".hasSuffix("shows the type Photo and cannot be read as Title: it is another type"))
    }
    do {
      _ = try page.content(of: "9", as: Photo.self)
      Issue.record("there is no such node")
    } catch {
      #expect("\(error)" == "the page has no node \"9\"")
    }
  }

  @Test func `the JSON of a row has no field for a command`() async throws {
    let page = try await page()
    #expect(page["1"]?["remove"] == nil && page["1"]?["undo"] == nil)
    #expect(page["1"]?["tone"] == "teal")
    #expect(page["1"]?.events.map { $0["name"] } == ["remove"])
  }

  @Test func `a command is handled by its cell`() async throws {
    let page = try await page()
    let receipt = try await page.send("remove", from: "1")
    #expect(receipt.handledBy == ["1"] && receipt.changed == ["1"])
  }
}
