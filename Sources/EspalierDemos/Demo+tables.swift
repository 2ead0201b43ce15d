import EspalierServer

extension Demo {
  /// Tables that are set as values: what rows, headers and footers can be, and what survives a change.
  static let tables = [
    Demo(
      path: "/cells", title: "Several cell types",
      summary: "Six kinds of rows in one list, and a word on what was pressed.",
      rule: "A command is a part of the row's value, and is looked up when it is pressed.", group: .values,
      folder: "CellTypes", scope: .browser
    ) { CellTypes() },
    Demo(
      path: "/editing", title: "Row editing",
      summary: "Type, leave the caret where it is, and let another tab press Apply.",
      rule: "A row that did not change is not touched, whatever moves around it.", group: .values,
      folder: "RowEditing", scope: .browser
    ) { RowEditing() },
    Demo(
      path: "/origins", title: "Three origins", summary: "Rows from a block in the page, from a file, and from Swift.",
      rule: "Where its markup stands is a row's own affair; its commands work from anywhere.", group: .values,
      folder: "ThreeOrigins", template: "origins"
    ) { ThreeOrigins() },
    Demo(
      path: "/sections", title: "Many sections",
      summary: "A hundred headers that stick, a hundred footers of different heights.",
      rule: "All of it is said again each time; one changed header is one operation.", group: .values,
      folder: "ManySections"
    ) { ManySections() },
    Demo(
      path: "/grouped", title: "Grouped table", summary: "Settings in groups, with plain texts above and below.",
      rule: "Headers and footers are compared as rows are: none, one, or another one.", group: .values,
      folder: "Grouped", scope: .browser
    ) { GroupedTable() },
  ]
}
