import EspalierHTTP
import Espalier

/// One version of a page as whole documents. Each is made once for all requests. Used only in its instance's lane.
struct PageDocuments {
  let version: Version
  let regions: [String]
  /// The lists as HTML.
  var lists: [PageMarkup]?
  /// The last document with the lists, if it is short.
  var short: ShortDocument?
  /// The same document in gzip, and the tree; nil if nobody has asked for it, `.some(nil)` if compression saves too little.
  var gzip: (key: ShortDocument.Key, document: GzipDocument?)?
  var gzipTree: GzipDocument??
  /// The tree as JSON.
  var tree: [UInt8]?
  /// The whole page as HTML and as JSON; also nil if making it changes something.
  var exportedLists: [PageMarkup]?
  var exportedTree: [UInt8]?

  init(version: Version, regions: [String]) {
    self.version = version
    self.regions = regions
  }

  /// The approximate bytes of the documents.
  var weight: Int {
    [lists, exportedLists].reduce(0) { $0 + ($1?.reduce(0) { $0 + $1.weight } ?? 0) }
      + (short?.weight ?? 0) + (gzip?.document?.weight ?? 0) + (gzipTree??.weight ?? 0) + (tree?.count ?? 0)
      + (exportedTree?.count ?? 0)
  }
}
