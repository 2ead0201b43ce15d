import EspalierHTTP
import Espalier

/// The scripts that translate the texts of the browser's client: one for each language whose texts are not English.
struct WordScripts: Sendable {
  private struct Script {
    let language: Language
    let path: String
  }

  /// The files by path without the leading slash.
  let files: [String: StaticFile]
  private let scripts: [Script]

  /// The scripts of these languages. Equal languages share one. `code` is the module that uses the texts.
  init(_ languages: [Language], code: [UInt8]) {
    var (files, scripts): ([String: [UInt8]], [Script]) = ([:], [])
    for language in languages where !scripts.contains(where: { $0.language == language }) {
      guard let texts = language.words.clientTexts else { continue }
      let script = Array("self.espalierTexts=".utf8) + texts + Array(";".utf8) + code
      // The name depends on the content, because two pages may have other words for the same language.
      let path = "espalier/words-\(language.tag)-\(Fingerprint.of(script)).js"
      files[path] = script
      scripts.append(Script(language: language, path: path))
    }
    self.files = StaticFile.byPath(files, isImmutable: true)
    self.scripts = scripts
  }

  /// The script element for a language; empty if its texts are English, or if the site does not name the language.
  func element(_ language: Language) -> String {
    guard let script = scripts.first(where: { $0.language == language }) else { return "" }
    return "\n<script type=\"module\" src=\"/\(script.path)\"></script>"
  }
}
