import EspalierServer

extension Demo {
  /// Tables that are set as values: kinds of rows, headers and footers, and rows that keep their state.
  static let tables = [
    Demo(
      path: "/cells", title: "Several cell types",
      summary: "Six kinds of rows in one list. Use a control: the header shows the last action.",
      rule: "A command is part of a row’s value. The server looks it up when you press the row.", group: .values,
      folder: "CellTypes", scope: .browser
    ) { CellTypes() },
    Demo(
      path: "/editing", title: "Row editing",
      summary: "Type in a field, then press Apply in another tab: your text, focus and caret stay.",
      rule: "An update does not touch rows that did not change.", group: .values,
      folder: "RowEditing", scope: .browser
    ) { RowEditing() },
    Demo(
      path: "/origins", title: "Three origins",
      summary: "Rows from a block in the page template, from a file, and from Swift. Add, water and remove them.",
      rule: "A row’s commands work wherever its markup is written.", group: .values,
      folder: "ThreeOrigins", template: "origins"
    ) { ThreeOrigins() },
    Demo(
      path: "/sections", title: "Many sections",
      summary: "A hundred sections with sticky headers. Change a header, insert a section, or shuffle all of them.",
      rule: "Each press sets all sections again, and the browser receives only the difference.", group: .values,
      folder: "ManySections"
    ) { ManySections() },
    Demo(
      path: "/grouped", title: "Grouped table",
      summary: "Settings in groups with headers and footers. Change a setting: footers and groups change too.",
      rule: "Headers and footers appear, change and disappear like rows.", group: .values,
      folder: "Grouped", scope: .browser
    ) { GroupedTable() },
  ]
}
