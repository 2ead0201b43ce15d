import EspalierTestSupport
import Testing

@testable import Espalier
@testable import EspalierHTTP
@testable import EspalierServer

/// Which language a page and an error page have, and for whom.
@Suite struct LanguageChoiceTests {
  struct Herb: Content, Identifiable {
    let id: String
    var html: HTML { "\(id)" }
  }

  struct Door: Content {
    static let choose = Event<String>("choose")
    var html: HTML { "<button \(Self.choose, sends: "de")>Deutsch</button>" }
  }

  struct Reader: Codable, Equatable, Sendable { var tag: String? }

  final class Herbs: ContainerModel {
    override func didLoad() {
      add(Reordering())
      set {
        Herb(id: "Dill")
        Door()
      }
      on(Door.choose) { page, tag in page.session(Reader.self)?.update { $0.tag = tag } }
    }
  }

  private func site(_ languages: [Language] = [.english, .german]) -> Site {
    Site(templates: "none", files: "none", languages: languages, log: .silent) {
      Page("/own", title: "Own", scope: .browser) { Herbs() }
      Page("/all", title: "All") { Herbs() }
      Page("/fest", title: "Fest") { Herbs() }.language(.german)
      Page("/set", title: "Set", scope: .browser) {
        let root = Herbs()
        root.pageInfo.language = Language("ar", words: .german)
        return root
      }
      Route(.get, "/fail") { _ in throw HTTPError(status: .notFound, "My own words.") }
    }
    .provideSession(Reader(), as: "reader")
    .chooseLanguage { $0.session(Reader.self)?.value.tag }
  }

  private func get(
    _ path: String, _ languages: String? = nil, from site: Site, accept: String = "text/html", cookie: String? = nil
  ) async throws -> (response: Response, text: String) {
    var headers: Headers = [.accept: accept]
    headers[.acceptLanguage] = languages
    headers[.cookie] = cookie
    let response = await reply(of: site, to: try Request(.get, path, headers: headers))
    return (response, String(decoding: response.body.collected, as: UTF8.self))
  }

  @Test(
    arguments: [
      ("/own", nil, "en", "ltr", "Move Dill up", true), ("/own", "de-DE,en;q=0.5", "de", "ltr", "Dill nach oben", true),
      ("/own", "fr", "en", "ltr", "Move Dill up", true), ("/all", "de", "en", "ltr", "Move Dill up", false),
      ("/fest", "en", "de", "ltr", "Dill nach oben", false), ("/set", "en", "ar", "rtl", "Dill nach oben", false),
    ] as [(String, String?, String, String, String, Bool)])
  func `a page has one language`(
    path: String, header: String?, tag: String, direction: String, text: String, isNegotiated: Bool
  ) async throws {
    let (response, html) = try await get(path, header, from: site())
    #expect(html.contains("<html lang=\"\(tag)\" dir=\"\(direction)\">") && html.contains(text))
    #expect(response.headers[.vary]?.contains("Accept-Language") == isNegotiated)
    #expect(html.contains("aria-label=\"\(tag == "en" ? "Pages" : "Seiten")\""))
    #expect(html.contains("/espalier/words-") == (tag == "de"))
  }

  @Test func `a site with one language sends no script of words, and does not depend on the header`() async throws {
    let (response, html) = try await get("/own", "de", from: site([.english]))
    #expect(html.contains("<html lang=\"en\" dir=\"ltr\">") && !html.contains("/espalier/words-"))
    #expect(response.headers[.vary] == "Accept, Cookie, Accept-Encoding")
  }

  @Test func `the script of words comes before the client, and browsers keep it`() async throws {
    let site = site()
    let html = try await get("/fest", from: site).text
    let script = try #require(html.firstRange(of: /\/espalier\/words-de-[0-9a-f-]+\.js/))
    let client = try #require(html.firstRange(of: "/espalier.js\"></script>"))
    #expect(script.upperBound < client.lowerBound)
    let (response, text) = try await get(String(html[script]), from: site)
    #expect(response.status == .ok && response.headers[.cacheControl]?.contains("immutable") == true)
    #expect(text.hasPrefix("self.espalierTexts={") && text.contains("Schließen"))
  }

  @Test func `the script of words is below the prefix of the site`() async throws {
    let site = Site(templates: "none", files: "none", languages: [.german], log: .silent, prefix: "/app") {
      Page("/own", title: "Own") { Herbs() }
    }
    let html = try await get("/app/own", from: site).text
    let script = try #require(html.firstRange(of: /\/app\/espalier\/words-de-[0-9a-f-]+\.js/))
    #expect(try await get(String(html[script]), from: site).response.status == .ok)
  }

  @Test func `a session chooses before the header, also for a page that is open already`() async throws {
    let site = site()
    let first = try await get("/own", "en", from: site).response
    let cookie = try #require(first.headers[.setCookie]?.split(separator: ";").first.map(String.init))
    let press = try Request(
      .post, "/own/events", headers: [.accept: "application/json", .contentType: "application/json", .cookie: cookie],
      body: (["node": "door", "event": "choose", "data": "de"] as JSON).bytes)
    #expect(await reply(of: site, to: press).status == .ok)
    let (response, html) = try await get("/own", "en", from: site, cookie: cookie)
    #expect(html.contains("<html lang=\"de\"") && html.contains("Dill nach oben"))
    #expect(response.headers[.vary] == "Accept, Cookie, Accept-Encoding")
    // A program that reads the tree changes nothing for the people who see it.
    let tree = try await get("/own", "en", from: site, accept: "application/json", cookie: cookie).response
    #expect(
      tree.headers[.etag]?.contains(response.headers[.etag]?.split(separator: "-")[0].dropFirst(3) ?? "?") == true)
  }

  @Test(arguments: [
    ("/nowhere", "de", "de", "Nicht gefunden", "Unter dieser Adresse gibt es nichts.", true),
    ("/nowhere", "en", "en", "Not Found", "There is nothing at /nowhere.", true),
    ("/fail", "de", "de", "Nicht gefunden", "My own words.", true),
    ("/fest?format=x", "en", "de", "Ungültige Angaben", "unvollständig oder nicht gültig", false),
    ("/all?format=x", "de", "en", "Unprocessable Content", "The format must be html or json.", false),
  ])
  func `an error page has the language of its page, or of its reader`(
    path: String, header: String, tag: String, title: String, detail: String, isNegotiated: Bool
  ) async throws {
    let (response, html) = try await get(path, header, from: site())
    #expect(html.contains("<html lang=\"\(tag)\"") && html.contains("<h1>\(title)</h1>") && html.contains(detail))
    #expect(response.headers[.vary] == (isNegotiated ? "Accept, Accept-Language" : "Accept"))
    let json = try await get(path, header, from: site(), accept: "application/json").text
    #expect(!json.contains("Nicht") && !json.contains("Ungültig"), "programs get the server's own English text")
  }

  @Test func `a person reads the refusal of a press in the language of the page`() async throws {
    let press = try Request(
      .post, "/fest/events", headers: [.accept: MediaType.domPatch.description, .contentType: "application/json"],
      body: (["node": "door", "event": "choose", "data": 1] as JSON).bytes)
    let problem = try JSON(parsing: await reply(of: site(), to: press).body.collected)
    #expect(problem["title"]?.text == "Ungültige Angaben")
    #expect(problem["detail"]?.text == "Die Angaben sind unvollständig oder nicht gültig. Feld: data.")
  }

  @Test(arguments: [
    ([Language.german, .english, Language("DE", words: .english)], "names the language DE twice"),
    ([Language("de_DE", words: .german)], "\"de_DE\" is not a language tag"),
  ])
  func `wrong languages are an error at the start`(languages: [Language], reason: String) {
    let error = #expect(throws: SiteError.self) { try site(languages).check() }
    #expect(error?.reason.contains(reason) == true)
  }

  @Test func `words without a value are an error at the start`() {
    var words = Words.german
    words[.move] = "Verschieben"
    let error = #expect(throws: SiteError.self) { try site([Language("de", words: words)]).check() }
    #expect(error?.reason == "the words of de: move must have these parts in braces: {name}")
  }
}
