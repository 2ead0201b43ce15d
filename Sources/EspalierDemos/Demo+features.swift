import EspalierServer

extension Demo {
  /// Complete features: each is a container with its own events, commands and state, and any page can add it.
  static let features = [
    Demo(
      path: "/calendar", title: "Calendar",
      summary: "A month with a dot for each appointment: press a day to list its appointments.",
      rule: "The server compares thirty days, but sends only those that changed and the rows below.",
      words: "calendar date picker month appointments agenda schedule events",
      folder: "Calendar", style: "features", scope: .browser
    ) { CalendarModel() },
    Demo(
      path: "/chart", title: "Growth chart",
      summary: "Add a height: the line grows. Press a point to mark its day in the list.",
      rule: "A module of the site draws on a canvas what the server writes, and sends events as a button does.",
      words: "chart graph line plot canvas javascript module hook custom element component points",
      folder: "Chart", style: "features", scope: .browser
    ) { GrowthChart() },
    Demo(
      path: "/map", title: "Garden map",
      summary: "Drag the map, and press a free place to plant something there.",
      rule: "The server sends a message to the module that draws the map, and the module keeps its own place.",
      words: "map pins markers canvas drag pan javascript module hook location places",
      folder: "GardenMap", style: "features", scope: .browser
    ) { GardenMap() },
    Demo(
      path: "/timeline", title: "Timeline",
      summary: "Read what gardeners wrote, eight at a time; press ⋯ to delete or report a post.",
      rule: "Refresh, load more, the menu of a post and the empty view are independent of each other.",
      words: "social feed twitter posts infinite scroll pull to refresh menu report delete chat",
      folder: "Timeline", style: "touching", scope: .browser
    ) { Timeline() },
    Demo(
      path: "/merged", title: "Four features on one page",
      summary: "Search, an empty list, a calendar and posts in one list.",
      rule: "A feature is a container; any page can add it unchanged.",
      words: "compose combine reuse module feature dashboard",
      folder: "Merged", style: "features", scope: .browser
    ) { MergedList() },
    Demo(
      path: "/embed", title: "Embedded widget",
      summary: "One small page stands twice inside this page: press a plant in one, and the other shows it.",
      rule: "A page can tell the site about a change, and the site can tell every page.",
      words: "embed iframe widget portal microfrontend todo tasks",
      folder: "Embed", style: "features", template: "embed"
    ) { EmbedList() },
    Demo(
      path: "/embed/widget", title: "Watering",
      summary: "Plants to water today.",
      rule: "A page can be as small as a widget.",
      folder: "Embed", style: "features", template: "widget",
      isListed: false
    ) { WateringList() },
    Demo(
      path: "/lunch", title: "Lunch", summary: "Vote for a dish: the list is sorted by votes.",
      rule: "A page is a list of values, and an event.", folder: "Lunch", style: "front",
      template: "widget", isListed: false
    ) { Lunch() },
  ]
}
