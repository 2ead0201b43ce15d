import EspalierHTTP
import Espalier

extension PageInstance {
  /// The page: as HTML around the list, or as the JSON tree. A page that cannot show what it reads answers 503, so that nobody
  /// takes it for the whole.
  func show(_ request: Request, _ format: MediaType, _ view: PageView, shell: PageShell) -> Response {
    CrashNote.reading(request)
    // A client that reads the page must see all changes so far.
    pushWaiting()
    let problem = state.readProblem
    let status = problem == nil ? state.status.code : .serviceUnavailable
    let isHTML = format.isSame(as: .html)
    let notices =
      isHTML && request.method == .get && view == .live
      ? surroundings.notices.take(for: request.browser ?? browser, at: siteClock.now) : []
    let mayCompress = view == .live && notices.isEmpty && problem == nil && request.acceptsGzip
    let gzip = mayCompress ? isHTML ? gzipDocument(in: shell) : gzipTree() : nil
    let head = head(view, isHTML: isHTML, isGzip: gzip != nil, shell)
    if notices.isEmpty, status == .ok, request.alreadyHas(head.tag) {
      return Response(.notModified, headers: head.unchanged)
    }
    if let gzip { return compressed(gzip, Response(status, headers: head.whole)) }
    if view == .live, isHTML, notices.isEmpty, problem == nil, let document = keptDocument(in: shell) {
      return Response(status, headers: head.whole, body: .bytes(document))
    }
    let body =
      switch view {
      case .live where isHTML:
        liveDocument(in: shell, notices: notices)
      case .live: Response.Body.bytes(treeJSON())
      case .full: export(isHTML ? shell : nil)
      }
    var headers = head.whole
    // A document with a notice must not come from a cache.
    if !notices.isEmpty { (headers[.etag], headers[.cacheControl]) = (nil, "no-store") }
    if problem != nil { headers[.cacheControl] = "no-store" }
    if problem == .passing { headers[.retryAfter] = "1" }
    noteFootprint()
    return Response(status, headers: headers, body: body)
  }

  /// The page as clients may have it while the store saves what has changed since; nil if nobody has asked for it then.
  func lastDocument(isHTML: Bool, _ shell: PageShell) -> Response? {
    let known = documents.version.number <= publisher.allowed ? documents : lastDocuments
    let short = known?.short.flatMap { $0.key == key(of: shell) ? $0.bytes(load: RandomID.short()) : nil }
    guard let body = isHTML ? short : known?.tree else { return nil }
    var headers = links.page
    headers[.contentType] = (isHTML ? MediaType.html : .json).description
    headers[.cacheControl] = "no-store"
    return Response(.ok, headers: headers, body: .bytes(body))
  }

  /// The headers for this version of the page.
  private func head(_ view: PageView, isHTML: Bool, isGzip: Bool, _ shell: PageShell) -> PageHead {
    let key = PageHead.Key(
      version: version, view: view, isHTML: isHTML, isGzip: isGzip, mayBeGzip: view == .live,
      isNegotiated: isNegotiated, shell: shell.fingerprint, events: replies.count)
    if let head, head.key == key { return head }
    let new = PageHead(key, links)
    head = new
    return new
  }

  /// The page that follows its tree, for one more load, if its document is kept and nothing has changed.
  private func keptDocument(in shell: PageShell) -> [UInt8]? {
    takeDocuments(shell.regions)
    guard let known = documents.short, known.key == key(of: shell) else { return nil }
    return known.bytes(load: RandomID.short())
  }

  func key(of shell: PageShell) -> ShortDocument.Key {
    ShortDocument.Key(shell: shell.fingerprint, title: title, language: state.language.tag)
  }

  /// The page that follows its tree. On a page that all browsers share, a short document without notices is kept. A page
  /// of one browser is seldom loaded twice, and there may be many.
  private func liveDocument(in shell: PageShell, notices: [Notice]) -> Response.Body {
    let lists = listsHTML(shell.regions, hasClient: shell.isLive)
    let parts = shell.parts(around: lists, details(notices))
    let document = Response.Body.parts(parts)
    if notices.isEmpty, !isOwned, case .bytes(let bytes) = document {
      documents.short = ShortDocument(key(of: shell), bytes, of: parts)
    }
    return document
  }

  /// The whole page, in its shell or as JSON. Publishes what its hooks changed and did not change back.
  private func export(_ shell: PageShell?) -> Response.Body {
    let regions = shell?.regions ?? documents.regions
    takeDocuments(regions)
    if let shell, let lists = documents.exportedLists { return document(lists, in: shell) }
    if shell == nil, let tree = documents.exportedTree { return .bytes(tree) }
    let root = tree.export()
    let isUnchanged = !pushWaiting()
    guard let shell else {
      let document = JSONDialect.document(root).line
      if isUnchanged { documents.exportedTree = document }
      return .bytes(document)
    }
    let lists = markup(of: root, regions, live: nil)
    if isUnchanged { documents.exportedLists = lists }
    return document(lists, in: shell)
  }

  private func document(_ lists: [PageMarkup], in shell: PageShell) -> Response.Body {
    shell.around(lists, details([]))
  }

  /// The values for one load of the page.
  func details(_ notices: [Notice]) -> PageShell.Details {
    return PageShell.Details(
      title: title, location: location, query: url.query, version: version.description,
      load: RandomID.short(), notices: markup(of: notices),
      classes: notices.contains(where: \.isDialog) ? ["e-dialog"] : [],
      language: state.language,
      words: surroundings.templates.scripts.element(state.language))
  }

  /// The elements of notices, and of the dialogs of this page that are not over yet.
  private func markup(of notices: [Notice]) -> [UInt8] {
    notices.flatMap { notice -> [UInt8] in
      switch notice {
      case .text(let text):
        var bytes = Array("<p class=\"\(WireName.notice)\" role=\"status\">".utf8)
        bytes.append(htmlEscaping: text)
        bytes.append("</p>")
        return bytes
      case .dialog(let dialog, let instance):
        let html = HTMLDialect(events: publisher.dialects.html.events, prefix: surroundings.prefix)
        return instance == id && state.isOpen(dialog) ? html.dialog(dialog) : []
      }
    }
  }

  /// Forgets the documents of another version.
  private func takeDocuments(_ regions: [String]) {
    if documents.version != version || documents.regions != regions {
      if publisher.isHolding, documents.version.number <= publisher.allowed { lastDocuments = documents }
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

  func treeJSON() -> [UInt8] {
    takeDocuments(documents.regions)
    if let tree = documents.tree { return tree }
    let document = JSONDialect.document(tree.snapshot()).line
    documents.tree = document
    return document
  }

  /// How many buttons of a live page work before its scripts have loaded.
  private static let namedButtons = 500

  private var title: String { state.title ?? page.title }

  private var longListNote: [UInt8] {
    let (page, words) = (surroundings.prefix.added(to: url.page(named: false)), state.language.words)
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
    let form = html.form(live: live, check: surroundings.isDevelopment ? 2 : nil, lists: bytes)
    bytes[0] = form + (isLong ? longListNote : []) + bytes[0]
    return bytes.map { PageMarkup($0, mark: Array(loadMark.utf8)) }
  }

  /// Shows the page in a language, for a client that loads it as HTML. A page that all browsers share, and a page that
  /// names its language, keep theirs.
  func use(_ choice: SiteLanguages.Choice) {
    isNegotiated = choice.isNegotiated && !state.hasOwnLanguage
    guard choice.language != siteLanguage else { return }
    siteLanguage = choice.language
    perform(tree.turn(.language(choice.language)), cause: pushes.cause)
  }
}

/// Pages in gzip.
///
/// The length of a compressed page can tell what it holds, to somebody who can put text into it and see the length
/// (BREACH). So what the server itself keeps secret is not compressed: the number of each load, and in a page of one browser
/// the id of its instance.
extension PageInstance {
  /// The reply with a document in gzip, for one more load.
  func compressed(_ document: GzipDocument, _ reply: Response) -> Response {
    let text = isOwned ? id : RandomID.short()
    var reply = reply
    reply.body = .bytes(document.bytes(text))
    reply.plainCount = document.plainCount(text)
    noteFootprint()
    return reply
  }

  /// The page that follows its tree; nil if compression saves too little. A page of one browser is seldom loaded twice, so it
  /// is not kept.
  func gzipDocument(in shell: PageShell) -> GzipDocument? {
    let lists = listsHTML(shell.regions, hasClient: shell.isLive)
    let parts = shell.parts(around: lists, details([]))
    if isOwned { return apart(from: SharedBytes(parts).joined) }
    let key = key(of: shell)
    if let known = documents.gzip, known.key == key { return known.document }
    let document = GzipDocument(parts)
    documents.gzip = (key, document)
    return document
  }

  /// The tree as JSON; nil if compression saves too little.
  func gzipTree() -> GzipDocument? {
    let tree = treeJSON()
    if isOwned { return apart(from: tree) }
    if let known = documents.gzipTree { return known }
    let document = GzipDocument([.bytes(tree)])
    documents.gzipTree = .some(document)
    return document
  }

  /// A document in which the instance's id is not compressed.
  private func apart(from document: [UInt8]) -> GzipDocument? {
    GzipDocument([PageMarkup(document, mark: Array(id.utf8)).part(load: [])])
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
