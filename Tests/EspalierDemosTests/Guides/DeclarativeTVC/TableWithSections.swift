import Espalier

/// DeclarativeTVC's example of a table with sections.
enum TableWithSections {
  struct SimpleCell: Content, Identifiable {
    let titleText: String
    var select = Command.nop
    var id: String { titleText }
    var html: HTML { "<button class=\"row\" \(select)>\(titleText)</button>" }
  }

  struct HeaderView: Content {
    let titleText: String
    var html: HTML { "<h2>\(titleText)</h2>" }
  }

  final class Table: ContainerModel {
    private var isApplied = false

    override func didLoad() { reload() }

    private func reload() {
      let paragraphs = isApplied ? ["13", "11"] : ["11", "12", "13"]
      set(animations: .fade) {
        ListSection("actions") {
          SimpleCell(titleText: "Apply animations", select: Command(to: Table.self) { $0.apply() })
        }
        ListSection("first", header: HeaderView(titleText: "Header 1")) {
          for paragraph in paragraphs { SimpleCell(titleText: "Paragraph \(paragraph)") }
        }
        ListSection("second", header: HeaderView(titleText: "Header 2")) {
          SimpleCell(titleText: "Paragraph 21")
        }
      }
    }

    private func apply() {
      isApplied.toggle()
      reload()
    }
  }
}
