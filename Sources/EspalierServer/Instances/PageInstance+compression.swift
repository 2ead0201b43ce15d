import Espalier
import EspalierHTTP

extension PageInstance {
  /// Whether clients may have the page in gzip: only if all browsers share it, so that it holds nobody's secret.
  ///
  /// The length of a compressed page could tell what one browser's page holds, to somebody who can put text into it
  /// (BREACH). A shared document differs only in the number of the load, which is not compressed.
  var isCompressed: Bool { !isOwned }

  /// The reply with a document in gzip, for one more load.
  func compressed(_ document: GzipDocument, _ reply: Response) -> Response {
    let load = RandomID.short()
    var reply = reply
    reply.body = .bytes(document.bytes(load))
    reply.plainCount = document.plainCount(load)
    noteFootprint()
    return reply
  }

  /// The page that follows its tree; nil if compression saves too little.
  func gzipDocument(in shell: PageShell) -> GzipDocument? {
    let lists = listsHTML(shell.regions, hasClient: shell.isLive)
    let key = key(of: shell)
    if let known = documents.gzip, known.key == key { return known.document }
    let document = GzipDocument(shell.parts(around: lists, details([])))
    documents.gzip = (key, document)
    return document
  }

  /// The tree as JSON; nil if compression saves too little.
  func gzipTree() -> GzipDocument? {
    let tree = treeJSON()
    if let known = documents.gzipTree { return known }
    let document = GzipDocument([.bytes(tree)])
    documents.gzipTree = .some(document)
    return document
  }
}
