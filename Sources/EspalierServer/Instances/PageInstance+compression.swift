import Espalier
import EspalierHTTP

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
