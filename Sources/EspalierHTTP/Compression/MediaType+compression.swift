extension MediaType {
  /// Whether files of this type become smaller by compression.
  var isCompressible: Bool {
    type == "text" || subtype == "json" || subtype.hasSuffix("+json") || subtype == "xml" || subtype.hasSuffix("+xml")
      || subtype == "wasm"
  }
}
