import EspalierTestSupport
import Testing

@testable import EspalierHTTP

/// Names of files that viewers send.
struct FileNameTests {
  @Test(arguments: [
    ("a.png", "a.png"), ("Größe 1.jpg", "Größe 1.jpg"), ("a.tar.gz", "a.tar.gz"), ("-1 °C.txt", "-1 °C.txt"),
    ("👩‍👩‍👧.png", "👩‍👩‍👧.png"), ("می\u{200C}خواهم.pdf", "می\u{200C}خواهم.pdf"),
  ])
  func `an ordinary name stays`(sent: String, name: String) { #expect(FileName.safe(sent) == name) }

  @Test(arguments: [
    (".", "file"), ("..", "file"), ("...", "file"), ("", "file"), ("a/", "file"), ("/", "file"), (" ", "file"),
    ("../../etc/passwd", "passwd"), ("C:\\pictures\\a.png", "a.png"), ("a/\u{338}b", "\u{338}b"),
    ("a.txt:b", "a.txt_b"), (".htaccess", "htaccess"), ("..a", "a"), (". .a", "a"), ("a.exe. .", "a.exe"),
    ("a\u{A0}", "a"),
    ("a\0.png", "a.png"), ("a\u{7F}\u{85}\u{1B}[31m", "a[31m"), ("a\r\nb", "ab"), ("a\u{2028}b\u{2029}", "ab"),
    ("photo_\u{202E}gnp.exe", "photo_gnp.exe"), ("\u{2066}a\u{2069}\u{200F}\u{200E}\u{61C}.b", "a.b"),
    ("a\u{200B}\u{FEFF}\u{AD}b\u{FFFE}", "ab"), ("\u{202E}..\u{202C}", "file"), ("a<b>\"c\"|d?e*", "a_b__c__d_e_"),
    ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("aux .tar.gz", "_aux .tar.gz"), ("Com1", "_Com1"),
    ("lpt³.png", "_lpt³.png"), ("CONIN$", "_CONIN$"), ("console.txt", "console.txt"), ("com10", "com10"),
    ("com", "com"),
    (String(repeating: "ä", count: 200), String(repeating: "ä", count: 127)),
    (String(repeating: "a", count: 300) + ".png", String(repeating: "a", count: 251) + ".png"),
    (String(repeating: "👩‍👩‍👧", count: 20) + ".png", String(repeating: "👩‍👩‍👧", count: 13) + ".png"),
    ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 253)),
    ("e" + String(repeating: "\u{301}", count: 200), "file"),
  ])
  func `a hostile name becomes a safe one`(sent: String, name: String) { #expect(FileName.safe(sent) == name) }

  @Test func `whatever is sent, the name is safe, and a safe name stays as it is`() {
    let parts = [
      "a", "é", "/", "\\", ".", "..", " ", "\0", "\n", "\u{85}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
      "\u{200E}", "\u{61C}", "\u{301}", "\u{338}", "con", "LPT1", ":", "*", "\u{200D}", "👩‍👧", "\u{E0041}", "\u{2028}",
      "\u{FFFF}",
      String(repeating: "x", count: 254), String(repeating: "ß", count: 130), ".png",
    ]
    let pairs = parts.prefix(rounds(5 * parts.count)).flatMap { a in parts.map { a + $0 } }
    let hostile = pairs.flatMap { pair in parts.map { pair + $0 } }.filter { sent in
      let name = FileName.safe(sent)
      return !isSafe(name) || FileName.safe(name) != name
    }
    #expect(hostile.prefix(9).map { Array($0.unicodeScalars) } == [])
  }

  /// Says what safe means, in other words than the code.
  private func isSafe(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let scalars = name.unicodeScalars
    let device = ["con", "lpt1"].contains(name.split(separator: ".").first.map { $0.lowercased() } ?? "")
    let isHidden = scalars.contains {
      (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
        || [0x200E, 0x200F, 0x61C, 0x2028, 0x2029, 0xFFFF, 0xE0041].contains($0.value)
        || $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
    }
    return !bytes.isEmpty && bytes.count <= 255 && !isHidden && !device && !bytes.contains { "/\\:*".utf8.contains($0) }
      && ![".", " "].contains(scalars.first) && ![".", " "].contains(scalars.last)
  }
}
