import Testing

@testable import Espalier

@testable import EspalierHTTP
@testable import EspalierServer

/// Swift and the browser's modules must spell the names that they exchange alike.
@Suite struct WireNameTests {
  private func names(in group: String, of module: String = "wire-names") throws -> [String: String] {
    let files = TextFolder("Public/espalier/page", ending: "\(module).js").files()
    let source = try #require(files.first?.text)
    let start = try #require(source.ranges(of: "export const \(group) = {").first?.upperBound)
    let end = try #require(source[start...].firstIndex(of: "}"))
    let pairs = source[start..<end].split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.split(separator: "'")
      guard parts.count >= 2, let colon = parts[0].firstIndex(of: ":") else { return nil }
      return (parts[0][..<colon].trimmingPrefix { $0 == " " }.description, String(parts[1]))
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  @Test func `attributes are spelled alike`() throws {
    let names = try names(in: "attribute")
    #expect(names["patches"] == WireName.patches)
    #expect(names["version"] == WireName.version)
    #expect(names["on"] == WireName.trigger && names["when"] == WireName.when)
    #expect(names["check"] == WireName.check)
    #expect(names["region"] == WireName.region)
    #expect(names["outline"] == WireName.outline)
    #expect(names["stale"] == WireName.stale)
    #expect(names["status"] == WireName.status)
    #expect(names["firstRow"] == WireName.firstRow)
    #expect(names["rowCount"] == WireName.rowCount)
    #expect(names["rowQuery"] == WireName.rowQuery)
    let press = try self.names(in: "press")
    #expect(press["once"] == WireName.once)
    #expect(press["offline"] == WireName.offline)
    #expect(press["notLater"] == WireName.refused)
    let tools = Reordering(.sections).tools(for: ContainerModel(), named: "Ann").source
    for name in ["move", "name"] { #expect(tools.contains(" \(try #require(names[name]))=\"")) }
    let source = try #require(TextFolder("Public/espalier/page", ending: "wire-names.js").files().first?.text)
    #expect(tools.contains("\"sections\"") && source.contains("export const allSections = 'sections';"))
  }

  @Test func `the whole list's id is spelled alike`() throws {
    let source = try #require(TextFolder("Public/espalier/page", ending: "wire-names.js").files().first?.text)
    #expect(source.contains("export const root = '\(WireName.root)';"))
  }

  @Test func `the text of a row in a URL is spelled alike`() throws {
    let source = try #require(TextFolder("Public/espalier/page", ending: "wire-names.js").files().first?.text)
    #expect(source.contains("export const anyKey = '\(WireName.anyKey)';"))
    #expect(source.contains("export const urlKey = '\(WireName.urlKey)';"))
  }

  @Test func `operations are spelled alike`() throws {
    let expected = Dictionary(uniqueKeysWithValues: WireName.Operation.allCases.map { ("\($0)", $0.rawValue) })
    #expect(try names(in: "operation") == expected)
  }

  @Test func `the members of a visibility report are spelled alike`() throws {
    let names = try names(in: "visibilityEvent")
    #expect(
      names == [
        "event": WireName.visibility, "appeared": "appeared", "disappeared": "disappeared", "progressed": "progressed",
        "percent": "percent", "viewer": "viewer",
      ])
    let report = try JSON(
      encoding: VisibilityReport(appeared: ["a"], disappeared: ["b"], progressed: ["c"], percent: [50], viewer: "w"))
    #expect(report == ["appeared": ["a"], "disappeared": ["b"], "progressed": ["c"], "percent": [50], "viewer": "w"])
    for visibility in [Visibility.inView, .inQuarters, .atTop, .within(screens: 1), .within(screens: 9)] {
      #expect(try visibility.classes.wholeMatch(of: Regex("e-visibility( e-visibility-(top|quarters|[1-9]))?")) != nil)
    }
  }

  @Test func `the names of effects are spelled alike`() throws {
    let words = try names(in: "effect")
    #expect(
      words == [
        "scroll": "scroll", "focus": "focus", "title": "title", "notice": "notice",
        "navigate": "navigate", "language": "language", "dialog": "dialog", "dismiss": "dismiss",
        "report": "report", "message": "message",
      ])
    var changes = ChangeSet().adding([
      .scroll("a", to: .end, isSmooth: true), .focus("b"), .notice("c"), .navigate("/d"), .dismiss("f", goingTo: nil),
      .report("g"), .message("h", name: "i", value: ["j": 1]),
    ])
    (changes.title, changes.language) = ("e", .german)
    let patch = String(decoding: DOMDialect(html: HTMLDialect(events: "/e")).patch(changes), as: UTF8.self)
    let info = ##"[["@","","title","e"],["@","","language","de","ltr"],"##
    let first = ##"["@","a","scroll","end","smooth"],["@","b","focus"],"##
    let last = ##"["@","","notice","c"],["@","","navigate","/d"],["@","","dismiss","~dialog:f"],"##
    #expect(patch == info + first + last + ##"["@","","report","g"],["@","h","message","i","{\"j\":1}"]]"##)
  }

  @Test func `query names are spelled alike`() throws {
    let names = try names(in: "query")
    #expect(
      names == [
        "node": WireName.node, "event": WireName.event, "id": WireName.id, "age": WireName.age,
        "instance": WireName.instance, "tab": WireName.tab, "since": WireName.since, "dialect": WireName.dialect,
        "wait": WireName.wait,
        "repair": WireName.repair,
      ])
  }

  @Test func `events of a stream and media types are spelled alike`() throws {
    let events = try names(in: "event")
    #expect(events == ["patch": "patch", "snapshot": "snapshot", "beat": "beat", "bye": "bye"])
    #expect(events.values.allSatisfy { ServerSentEvent(rawValue: $0) != nil })
    let media = try names(in: "media")
    #expect(media == ["patch": MediaType.domPatch.description, "json": MediaType.json.description])
  }

  @Test func `the names of layout numbers are spelled alike`() throws {
    let source = try #require(TextFolder("Public/espalier/page", ending: "wire-names.js").files().first?.text)
    let single = LayoutNumber.all.filter { !$0.isSum }.map(\.name).joined(separator: " ")
    #expect(source.contains("export const singleNumbers = '\(single)';"))
    let sheet = try #require(TextFolder("Public/espalier/page", ending: "layout.css").files().first?.text)
    for rule in LayoutNumber.all.flatMap(\.sumRules) { #expect(sheet.contains("\n\(rule)\n"), "\(rule)") }
  }

  @Test func `only one module contains the names of the wire`() throws {
    let folders = ["", "/page", "/copy", "/sending", "/receiving", "/reading", "/plugins"]
    let modules = folders.flatMap { TextFolder("Public/espalier\($0)", ending: ".js").files() }
    #expect(modules.count > 80)
    // A class or a data attribute in the server's markup. Names that only scripts and style sheets use are not among
    // them.
    let words = try Regex(
      "['\"`.\\[ ](?:e-(?:arrows|handle|movable|select|sticky|strip|visibility)"
        + "|data-(?:patches|version|on|espalier-status|move|name|grow|check|region|modal|cancel))\\b")
    // `development.js` works also if no other module has arrived.
    for module in modules where !["wire-names.js", "development.js"].contains(module.name) {
      let code = module.text.split(separator: "\n").filter { !$0.contains("//") && !$0.contains(" * ") }
      for line in code { #expect(line.firstMatch(of: words) == nil, "\(module.name): \(line)") }
    }
  }

  @Test func `every bundle is built in`() throws {
    let folder = "Sources/EspalierServer/Bundles"
    let bundles = TextFolder(folder, ending: "").files()
    #expect(Set(bundles.map(\.name)).union(["numbers.css"]) == BrowserClient.names)
    for bundle in bundles {
      let response = try BrowserClient.response(to: try Request(.get, "\(BrowserClient.folder)/\(bundle.name)"))
      #expect(response?.body.collected == Array(bundle.text.utf8))
    }
  }
}
