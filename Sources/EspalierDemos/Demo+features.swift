import EspalierServer

extension Demo {
  /// Complete features: each is a container with its own events, commands and state, and any page can add it.
  static let features = [
    Demo(
      path: "/search", title: "Search", summary: "Type in the field: the list shows the words that contain your text.",
      rule: "The field is a cell of the list that it filters; focus and caret stay.", group: .features,
      folder: "Search",
      scope: .browser
    ) { WordSearch() },
    Demo(
      path: "/mixed", title: "Mixed data",
      summary: "Texts, grids of colours and people in one list. Filter them, open a text, or drag a row elsewhere.",
      rule: "Rows of any type can be in one list and move the same way. A filter keeps their order.", group: .features,
      folder: "Mixed", scope: .browser
    ) { MixedList() },
    Demo(
      path: "/empty", title: "Empty view",
      summary: "Remove all rows, and the list says that it is empty. Press + to add a row.",
      rule: "The view of an empty list is a cell like any other.", group: .features, folder: "EmptyView",
      scope: .browser
    ) { RemovableList() },
    Demo(
      path: "/diff", title: "Diff algorithm",
      summary: "Two lists of nine people; eight are in both. Press Show the second and watch the rows move.",
      rule: "Identity decides which rows move, content which rows change. No row moves without need.", group: .features,
      folder: "DiffAlgorithm", scope: .browser
    ) { DiffList() },
    Demo(
      path: "/calendar", title: "Calendar",
      summary: "A month with a dot for each appointment. Press a day to list its appointments.",
      rule: "The server compares thirty days, but sends only those that changed and the rows below.",
      group: .features,
      folder: "Calendar", scope: .browser
    ) { CalendarModel() },
    Demo(
      path: "/feed", title: "Feed",
      summary: "Press Read more to open a text sentence by sentence, or write a comment.",
      rule: "Header and footer are cells, and a row is as high as its text.", group: .features, folder: "Feed",
      scope: .browser
    ) { FeedList() },
    Demo(
      path: "/names", title: "Names", summary: "Thirty-two names. Press a name to select it, or × to remove it.",
      rule: "A template and a value are enough for a cell; it needs no type of its own.", group: .features,
      folder: "Names", template: "names", scope: .browser
    ) { NameList() },
    Demo(
      path: "/merged", title: "Merged", summary: "Four demos in one list: search, empty view, calendar and posts.",
      rule: "A feature is a container; any page can add it unchanged.", group: .features, folder: "Merged",
      scope: .browser
    ) { MergedList() },
    Demo(
      path: "/embed", title: "Embedded",
      summary: "One small page, twice inside this page. Press a plant in one: the other and this page show it.",
      rule: "A page can tell the site about a change, and the site can tell every page.", group: .features,
      folder: "Embed", template: "embed"
    ) { EmbedList() },
    Demo(
      path: "/embed/widget", title: "Watering", summary: "Plants to water today.",
      rule: "A page can be as small as a widget.", group: .features, folder: "Embed", template: "widget",
      isListed: false
    ) { WateringList() },
  ]
}
