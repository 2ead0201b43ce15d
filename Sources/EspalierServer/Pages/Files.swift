import EspalierHTTP

/// A folder of static files below a path.
///
/// ```swift
/// Files("/downloads", folder: "Downloads")       // Downloads/manual.pdf is at /downloads/manual.pdf
/// ```
///
/// Pages, routes and the files of `Site(files:)` come first.
public struct Files: SitePart {
  let path: String
  let folder: String

  /// The files of `folder` and of the folders in it. Hidden files, whose names begin with a dot, and copies of editors and
  /// tools, whose names end with `~`, `.bak` or `.orig`, are not served.
  public init(_ path: String, folder: String) {
    self.path = path
    self.folder = folder
  }
}
