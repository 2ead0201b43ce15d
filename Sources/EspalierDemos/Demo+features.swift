import EspalierServer

extension Demo {
  /// Whole features: a container each, with its own events, commands and state, which any page can add.
  static let features = [
    Demo(
      path: "/search", title: "Search", summary: "Words that hold what is typed, while it is typed.",
      rule: "The field is a cell of the list it filters; focus and caret stay.", group: .features, folder: "Search",
      scope: .browser
    ) { WordSearch() },
    Demo(
      path: "/mixed", title: "Mixed data",
      summary: "Texts that unfold, grids of colours, people, a switch between them, and any order you like.",
      rule: "Rows of any type stand in one list and are moved alike; a filter keeps those that stay.", group: .features,
      folder: "Mixed",
      scope: .browser
    ) { MixedList() },
    Demo(
      path: "/empty", title: "Empty view",
      summary: "Remove all, and the list says that it is empty. Add one, and it does not.",
      rule: "What stands in an empty list is a cell like any other.", group: .features, folder: "EmptyView",
      scope: .browser
    ) { RemovableList() },
    Demo(
      path: "/diff", title: "Diff algorithm", summary: "Nine people, and nine others of whom eight are the same.",
      rule: "Identity says who moves, content who has changed, and no more moves than needed.", group: .features,
      folder: "DiffAlgorithm", scope: .browser
    ) { DiffList() },
    Demo(
      path: "/calendar", title: "Calendar", summary: "A month with a dot for each appointment. A day opens and closes.",
      rule: "A press changes one day and the rows below; thirty days are compared, one is sent.", group: .features,
      folder: "Calendar", scope: .browser
    ) { CalendarModel() },
    Demo(
      path: "/feed", title: "Feed", summary: "Items with a header and a count below, and texts that grow.",
      rule: "Header and footer are cells; a row is as high as what it says.", group: .features, folder: "Feed",
      scope: .browser
    ) { FeedList() },
    Demo(
      path: "/names", title: "Names", summary: "Thirty-two names. Select one or several, or remove them.",
      rule: "A template and a value are enough for a cell; it needs no type of its own.", group: .features,
      folder: "Names", template: "names", scope: .browser
    ) { NameList() },
    Demo(
      path: "/merged", title: "Merged", summary: "Search, empty view, calendar and posts in one list.",
      rule: "A feature is a container; a page adds it unchanged.", group: .features, folder: "Merged", scope: .browser
    ) { MergedList() },
    Demo(
      path: "/embed", title: "Embedded", summary: "A page of five rows, twice inside another page.",
      rule: "What a page tells the site, every page can hear.", group: .features, folder: "Embed", template: "embed"
    ) { EmbedList() },
    Demo(
      path: "/embed/widget", title: "Watering", summary: "What is to be watered today.",
      rule: "A page may be as small as a widget.", group: .features, folder: "Embed", template: "widget",
      isListed: false
    ) { WateringList() },
  ]
}
