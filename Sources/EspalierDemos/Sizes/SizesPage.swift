import Espalier

/// Texts in cells of three kinds, each as large as what it says. A press adds a word, and that cell alone is written.
final class SizesPage: ContainerModel {
  private static let words = "The old pear on the south wall is tied to its wires again".split(separator: " ")

  /// How many words each text has, by kind.
  private var lengths = Array(repeating: [1, 2, 4, 7], count: 3) { didSet { show() } }

  override func didLoad() {
    keep(\.lengths, as: "lengths")
    show()
  }

  private func show() {
    set(sections: [
      section(0, "measured", SizesTitle(name: "Measured", about: "Counts its letters and declares its width.")) {
        MeasuredText(id: $0, text: $1, grow: $2)
      },
      section(1, "file", SizesTitle(name: "From a file", about: "As wide as its text, which the browser measures.")) {
        FileText(id: $0, text: $1, grow: $2)
      },
      section(2, "full", SizesTitle(name: "Full width", about: "Takes the line, and grows downwards.")) {
        FullText(id: $0, text: $1, grow: $2)
      },
    ])
  }

  private func section(
    _ kind: Int, _ id: String, _ title: SizesTitle, _ cell: (Int, String, Command) -> some Content & Identifiable
  ) -> Section {
    Section(id, header: title, layout: .flow.intervals(8)) {
      for (index, length) in lengths[kind].enumerated() {
        cell(
          index, Self.words.prefix(length).joined(separator: " "),
          Command("grow", to: SizesPage.self) { $0.lengths[kind][index] = length % Self.words.count + 1 })
      }
    }
  }
}
