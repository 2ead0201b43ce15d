public import EspalierHTTP
public import Espalier

extension Response {
  /// A file that a viewer sent, for a route whose URL has the file's hash: browsers keep it and do not ask again.
  ///
  /// Nothing in the file can run as a page of this site: its media type is that of its kind, browsers may not guess
  /// another one (`nosniff`), and a policy forbids scripts. Images are shown; other kinds are saved to disk.
  public static func uploaded(_ bytes: [UInt8], _ kind: FileKind) -> Response {
    let headers: Headers = [
      .contentType: kind.mediaType, .cacheControl: "private, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
      "Content-Disposition": FileKind.images.contains(kind) ? "inline" : "attachment",
    ]
    return Response(.ok, headers: headers, body: .bytes(bytes))
  }
}
