import Espalier

/// The numbers 0 to 100 three times, with markup from three origins. Only the titles of the columns differ.
final class SimpleList: ContainerModel {
  override func didLoad() {
    add(Column("coded", ColumnTitle(title: "Coded", origin: "a Swift string"), (0...100).map(CodedRow.init)))
    add(Column("file", ColumnTitle(title: "Template", origin: "FileRow.html"), (0...100).map(FileRow.init)))
    add(Column("block", ColumnTitle(title: "Block", origin: "inside simple.html"), (0...100).map(BlockRow.init)))
  }
}

/// A title and its rows.
final class Column: ContainerModel {
  init(_ id: String, _ title: ColumnTitle, _ rows: [some Content]) {
    super.init(id: id)
    add(title)
    add(rows)
  }
}
