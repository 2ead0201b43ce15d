import EspalierHTTP
import EspalierLocks
import Espalier

/// The site's templates. They are compiled once, and in development again when a file changes.
final class SiteTemplates: Sendable {
  private struct ShellName: Hashable {
    let page: String
    let view: PageView
  }

  private struct State {
    var library = TemplateLibrary()
    var stamp: [String]?
    var shells: [ShellName: PageShell] = [:]
  }

  private let files: TextFolder
  /// Style sheets for pages without a template.
  let styles: [String]
  /// The paths of the library's scripts and style sheet.
  let client: ClientLinks
  private let isDevelopment: Bool
  /// Further values for all page templates.
  private let values: JSONObject
  private let links: VersionedLinks
  /// The scripts that translate the client's texts.
  let scripts: WordScripts
  /// Comes before the paths in the markup of pages.
  let prefix: URLPrefix
  private let state = Lock(State())

  init(
    folder: String, styles: [String], isDevelopment: Bool, client: ClientLinks = .builtIn,
    values: JSONObject = JSONObject(), links: VersionedLinks = .off,
    scripts: WordScripts = WordScripts([], code: []), prefix: URLPrefix = .none
  ) {
    self.client = client
    self.scripts = scripts
    self.prefix = prefix
    self.links = links
    self.values = values
    files = TextFolder(folder, ending: ".html")
    self.styles = styles
    self.isDevelopment = isDevelopment
  }

  var library: TemplateLibrary { state.withLock { $0.library } }

  /// Reads the files the first time, and in development whenever one has changed. Returns whether there is a new
  /// library. If a template is broken, throws and keeps the old ones.
  func refresh() throws(SiteError) -> Bool {
    try state.withLock { state throws(SiteError) in
      if state.stamp != nil && !isDevelopment { return false }
      let stamp = files.stamp()
      guard stamp != state.stamp else { return false }
      let sources = files.files().map { (String($0.name.dropLast(".html".count)), $0.text) }
      do {
        state.library = try TemplateLibrary(
          files: Dictionary(uniqueKeysWithValues: sources),
          folder: "\(files.fullPath), the folder that Site(templates:) names")
      } catch {
        throw SiteError(.template, "\(files.path)/\(error)")
      }
      state.stamp = stamp
      state.shells = [:]
      return true
    }
  }

  /// The frame of an error page in a language, with a link to a page. If the site has a template `problem`, it is the
  /// document.
  func problemFrame(at location: PageLocation?, _ choice: SiteLanguages.Choice) -> ProblemFrame {
    ProblemFrame(
      styles: ([client.styleSheet] + styles).map { prefix.added(to: $0) },
      page: location.map { .init(path: prefix.added(to: $0.url), title: $0.page.title) },
      words: ProblemWords(choice), document: problemDocument(choice.language))
  }

  private func problemDocument(_ language: Language) -> (@Sendable (String, String) -> String?)? {
    let (library, client, values, prefix) = (library, client, values.adding(language), prefix)
    guard library.names.contains(.file(Self.problem)) else { return nil }
    return { title, content in
      // The content has the prefix already.
      let frame = try? Self.document(of: title, Self.mark, client, values, in: library).source
      return frame.map { prefix.added(toMarkup: $0).replacing(Self.mark, with: content) }
    }
  }

  /// Stands for the content of an error page while its template is filled.
  private static let mark = "\u{1}"

  /// The template of error pages.
  static let problem = "problem"

  /// Checks the template of error pages, if there is one.
  func checkProblem() throws(SiteError) {
    let (library, content) = (library, Self.mark)
    guard library.names.contains(.file(Self.problem)) else { return }
    let html: HTML
    do {
      html = try Self.document(of: "", content, client, values.adding(.english), in: library)
    } catch {
      throw SiteError(.template, "\(files.path)/\(error)")
    }
    guard html.source.contains(content) else {
      throw SiteError(.template, "\(files.path)/\(Self.problem).html: an error page needs {{{content}}}")
    }
  }

  private static func document(
    of title: String, _ content: String, _ client: ClientLinks, _ values: JSONObject, in library: TemplateLibrary
  ) throws(TemplateError) -> HTML {
    var values = values
    values["title"] = .string(title)
    values["espalier"] = .markup(client.elements(isLive: false, numbers: ""))
    values["content"] = .markup(content)
    return try library.document(problem, .object(values))
  }

  /// Checks a cell that may be shown later.
  func check(_ cell: any Content) throws(SiteError) {
    do {
      try library.check(cell)
    } catch {
      throw SiteError(.template, "\(files.path)/\(error)")
    }
  }

  /// The document around a page's list.
  func shell(of page: Page, _ view: PageView, navigation: @autoclosure () -> [Page]) throws(SiteError) -> PageShell {
    try state.withLock { state throws(SiteError) in
      let name = ShellName(page: page.path, view: view)
      if let shell = state.shells[name] { return shell }
      do {
        let shell = try PageShell(
          page, view, navigation: navigation(), templates: state.library, styles: styles, isDevelopment: isDevelopment,
          client: client, further: values, links: links, prefix: prefix)
        state.shells[name] = shell
        return shell
      } catch {
        throw SiteError(.template, "\(files.path)/\(error)")
      }
    }
  }
}

extension JSONObject {
  /// These values for a template, and those of a language.
  fileprivate func adding(_ language: Language) -> JSONObject {
    var all = self
    all["lang"] = .string(language.tag)
    all["dir"] = .string(language.direction.rawValue)
    return all
  }
}
