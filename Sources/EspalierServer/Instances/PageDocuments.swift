import EspalierHTTP
import Espalier

/// One version of a page as whole documents, each made once for all who ask. Stays in its instance's lane.
struct PageDocuments {
  let version: Version
  let regions: [String]
  /// The lists as HTML.
  var lists: [PageMarkup]?
  /// The tree as JSON.
  var tree: [UInt8]?
  /// The page as a whole, as HTML and as JSON; nil too where making it changes something.
  var exportedLists: [PageMarkup]?
  var exportedTree: [UInt8]?

  init(version: Version, regions: [String]) {
    self.version = version
    self.regions = regions
  }

  /// About how many bytes they take.
  var weight: Int {
    [lists, exportedLists].reduce(0) { $0 + ($1?.reduce(0) { $0 + $1.weight } ?? 0) }
      + (tree?.count ?? 0) + (exportedTree?.count ?? 0)
  }
}
