import EspalierServer

extension Demo {
  /// Demos of fields, settings and state.
  static let forms = [
    Demo(
      path: "/search", title: "Search as you type",
      summary: "The list changes around the field, and your caret stays where it is.",
      rule: "The field is a cell of the list that it filters; focus and caret stay.",
      words: "filter autocomplete type ahead query find input form",
      folder: "Search", style: "features", scope: .browser
    ) { WordSearch() },
    Demo(
      path: "/feed", title: "Comments",
      summary: "Write a comment, or open a long text sentence by sentence.",
      rule: "Header and footer are cells, and a row is as high as its text.",
      words: "chat message comment reply post form validation text read more expand remark",
      folder: "Feed", style: "features", scope: .browser
    ) { FeedList() },
    Demo(
      path: "/picture", title: "Your photo",
      summary: "Take, choose or paste a photo: the list shows it when the server has looked at it.",
      rule: "A file is a property of the event’s data. The server knows its kind by its content.",
      words: "upload file image picture avatar profile camera attachment multipart paste",
      folder: "Photo", style: "features", partStyle: "photo", scope: .browser,
      pages: { demo, _, values in
        [
          Page(
            demo.path, title: demo.title, scope: demo.scope, template: demo.template, values: values,
            cells: [PhotoSheet(canDelete: true)]
          ) { PhotoPage() }.takingFiles(upTo: 12 << 20)
        ]
      }
    ) { PhotoPage() },
    Demo(
      path: "/editing", title: "Edit while rows move",
      summary: "Type in a field, change the season in another tab, and keep your text, focus and caret.",
      rule: "An update does not touch rows that did not change.",
      words: "form input inline edit text field concurrent typing caret focus keep",
      folder: "RowEditing", style: "values", scope: .browser
    ) { RowEditing() },
    Demo(
      path: "/grouped", title: "Settings",
      summary: "Change a setting: footers and groups appear, change and disappear.",
      rule: "Headers and footers appear, change and disappear like rows.",
      words: "settings preferences switch toggle radio checkbox form groups options",
      folder: "Grouped", style: "values", scope: .browser
    ) { GroupedTable() },
    Demo(
      path: "/cells", title: "Kinds of rows",
      summary: "Six kinds of rows in one list: use a control, and the header shows the last action.",
      rule: "A command is part of a row’s value. The server looks it up when you press the row.",
      words: "cell types controls slider switch checkbox select input button form",
      folder: "CellTypes", style: "values", scope: .browser
    ) { CellTypes() },
    Demo(
      path: "/counter", title: "Counter",
      summary:
        "Make the greenhouse warmer, or set the same temperature again: the page counts assignments and renders.",
      rule: "Assigning an equal value to a state property renders nothing.",
      words: "state property increment plus minus number hello",
      folder: "Counter", style: "state", scope: .browser
    ) { CounterPage() },
    Demo(
      path: "/batched", title: "Three writes, one update",
      summary: "Mix paint: change one part of a colour or all three, and the page counts writes, updates and renders.",
      rule: "However many properties one press writes, a cell renders once, or not at all.",
      words: "state colour batch transaction performance render slider",
      folder: "Batched", style: "state", scope: .browser
    ) { BatchedPage() },
  ]
}
