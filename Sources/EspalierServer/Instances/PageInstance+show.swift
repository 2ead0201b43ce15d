import EspalierHTTP
import Espalier

extension PageInstance {
  /// The page: as HTML around the list, or as the JSON tree.
  func show(_ request: Request, _ format: MediaType, _ view: PageView, shell: PageShell) -> Response {
    CrashNote.reading(request)
    let status = tree.info.status.code
    // A client that reads the page must see all changes so far.
    if tree.hasChanges { pushWaiting() }
    // Two representations need two tags, or a cache could take one for the other (RFC 9110, 8.8.3).
    let isHTML = format.isSame(as: .html)
    // An event uses up the number of a page's load, so the next load must have another tag.
    let name = view == .full ? "\(version)-full" : version.description
    let tag = EntityTag(isHTML ? "\(name)-\(shell.fingerprint)-\(replies.count)" : name, isWeak: isHTML)
    var headers = links
    headers[.etag] = tag.description
    if isNegotiated { headers[.vary] = "Accept, Cookie, Accept-Language" }
    let notices =
      isHTML && request.method == .get ? surroundings.notices.take(for: request.browser, at: siteClock.now) : []
    if notices.isEmpty, status == .ok, request.alreadyHas(tag) { return Response(.notModified, headers: headers) }
    let body =
      switch view {
      case .live where isHTML:
        document(listsHTML(shell.regions, hasClient: shell.isLive), in: shell, notices: notices)
      case .live: Response.Body.bytes(treeJSON())
      case .full: export(isHTML ? shell : nil)
      }
    // A document with a notice must not come from a cache.
    if !notices.isEmpty { (headers[.etag], headers[.cacheControl]) = (nil, "no-store") }
    headers[.contentType] = format.description
    noteFootprint()
    return Response(status, headers: headers, body: body)
  }

  /// The whole page, in its shell or as JSON. Publishes what its hooks changed and did not change back.
  private func export(_ shell: PageShell?) -> Response.Body {
    let regions = shell?.regions ?? documents.regions
    takeDocuments(regions)
    if let shell, let lists = documents.exportedLists { return document(lists, in: shell) }
    if shell == nil, let tree = documents.exportedTree { return .bytes(tree) }
    let root = tree.export()
    let isUnchanged = !tree.hasChanges
    pushWaiting()
    guard let shell else {
      let document = JSONDialect.document(root).line
      if isUnchanged { documents.exportedTree = document }
      return .bytes(document)
    }
    let lists = markup(of: root, regions, live: nil)
    if isUnchanged { documents.exportedLists = lists }
    return document(lists, in: shell)
  }

  private func document(
    _ lists: [PageMarkup], in shell: PageShell, notices: [String] = []
  ) -> Response.Body {
    shell.around(
      lists,
      PageShell.Details(
        title: title, location: location, query: url.query, version: version.description,
        load: RandomID.short(), notices: notices, language: tree.language,
        words: surroundings.templates.scripts.element(tree.language)))
  }

  /// Forgets the documents of another version.
  private func takeDocuments(_ regions: [String]) {
    if documents.version != version || documents.regions != regions {
      documents = PageDocuments(version: version, regions: regions)
    }
  }

  /// The list as HTML, or one list for each region. The page's form comes before the first. A page without the
  /// browser's client needs the form for each button.
  func listsHTML(_ regions: [String], hasClient: Bool) -> [PageMarkup] {
    takeDocuments(regions)
    if let lists = documents.lists { return lists }
    let live = LivePage(path: location.path, patches: url.ownPatches, version: version.description, title: title)
    let markup = markup(of: tree.snapshot(), regions, live: live, named: hasClient ? Self.namedButtons : .max)
    documents.lists = markup
    return markup
  }

  private func treeJSON() -> [UInt8] {
    takeDocuments(documents.regions)
    if let tree = documents.tree { return tree }
    let document = JSONDialect.document(tree.snapshot()).line
    documents.tree = document
    return document
  }

  /// How many buttons of a live page work before its scripts have loaded.
  private static let namedButtons = 500

  private var title: String { tree.ownTitle ?? page.title }

  private var longListNote: [UInt8] {
    let (page, words) = (surroundings.prefix.added(to: url.page(named: false)), tree.language.words)
    var bytes: [UInt8] = []
    bytes.append("<noscript><p>")
    bytes.append(htmlEscaping: words.text(.longList, ["count": "\(Self.namedButtons)"]))
    bytes.append(" <a href=\"")
    bytes.append(htmlEscaping: page + (page.contains("?") ? "&" : "?") + "view=full")
    bytes.append("\">")
    bytes.append(htmlEscaping: words[.wholeList])
    bytes.append("</a></p></noscript>")
    return bytes
  }

  /// A tree's lists, for any load of the page.
  func markup(
    of root: NodeSnapshot, _ regions: [String], live: LivePage?,
    named: Int = .max
  ) -> [PageMarkup] {
    let html = HTMLDialect(
      events: publisher.dialects.html.events, load: PageLoad(of: id, number: loadMark).description,
      named: named, prefix: surroundings.prefix)
    var bytes = regions.isEmpty ? [html.list(root)] : regions.map { html.region($0, of: root) }
    let isLong = root.buttons > named
    let form = html.form(live: live, check: surroundings.isDevelopment ? 2 : nil)
    bytes[0] = form + (isLong ? longListNote : []) + bytes[0]
    return bytes.map { PageMarkup($0, mark: Array(loadMark.utf8)) }
  }
}

extension NodeSnapshot {
  /// The number of buttons in the markup of the node and of the nodes below it.
  fileprivate var buttons: Int { children.reduce(cell?.html.buttons ?? 0) { $0 + $1.buttons } }
}

extension PageInfo.Status {
  /// The status of the HTTP response.
  var code: EspalierHTTP.Status {
    switch self {
    case .found: .ok
    case .notFound: .notFound
    case .gone: .gone
    }
  }
}
