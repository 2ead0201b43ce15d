extension MediaType {
  /// The type of a file by its extension; `application/octet-stream` if the extension is unknown.
  package static func ofFile(named name: String) -> MediaType {
    guard let dot = name.lastIndex(of: ".") else { return .bytes }
    return switch name[name.index(after: dot)...].lowercased() {
    case "html", "htm": .html
    case "css": MediaType("text", "css", charset: "utf-8")
    case "js", "mjs": MediaType("text", "javascript", charset: "utf-8")
    case "txt", "md": .plainText
    case "json", "map": .json
    case "webmanifest": MediaType("application", "manifest+json")
    case "xml": MediaType("application", "xml")
    case "svg": MediaType("image", "svg+xml")
    case "png": MediaType("image", "png")
    case "jpg", "jpeg": MediaType("image", "jpeg")
    case "gif": MediaType("image", "gif")
    case "webp": MediaType("image", "webp")
    case "avif": MediaType("image", "avif")
    case "ico": MediaType("image", "vnd.microsoft.icon")
    case "woff2": MediaType("font", "woff2")
    case "mp4": MediaType("video", "mp4")
    case "webm": MediaType("video", "webm")
    case "mp3": MediaType("audio", "mpeg")
    case "pdf": MediaType("application", "pdf")
    case "wasm": MediaType("application", "wasm")
    default: .bytes
    }
  }
}
