import Espalier

/// The drawers of a seed cabinet three times, with markup from three origins. Only the titles of the columns differ.
final class SimpleList: ContainerModel {
  override func didLoad() {
    let drawers = SeedCabinet.seeds.enumerated()
    let coded = drawers.map { CodedRow(id: $0, seed: $1) }
    let file = drawers.map { FileRow(id: $0, seed: $1) }
    let block = drawers.map { BlockRow(id: $0, seed: $1) }
    add(Column("coded", ColumnTitle(title: "Code", origin: "a Swift string"), coded))
    add(Column("file", ColumnTitle(title: "File", origin: "FileRow.html"), file))
    add(Column("block", ColumnTitle(title: "Block", origin: "inside simple.html"), block))
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
