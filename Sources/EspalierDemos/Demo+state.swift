import EspalierServer

extension Demo {
  /// What a node keeps, what it shares with others, and how they are told.
  static let state = [
    Demo(
      path: "/injected", title: "Injected service", summary: "Twenty sections, and a counter that none was handed.",
      rule: "A service is found by its type, from any node below it.", group: .state, folder: "Injected",
      scope: .browser
    ) { InjectedList() },
    Demo(
      path: "/counter", title: "Counter", summary: "One more, one less, or the same number again.",
      rule: "State that is assigned an equal value renders nothing.", group: .state, folder: "Counter", scope: .browser
    ) { CounterPage() },
    Demo(
      path: "/batched", title: "Three writes", summary: "A colour of three parts, written one by one or all at once.",
      rule: "However much one press writes, a cell is rendered once, or not at all.", group: .state, folder: "Batched",
      scope: .browser
    ) { BatchedPage() },
    Demo(
      path: "/places", title: "One plant, two places",
      summary: "Water a plant where it stands or in the list of the thirsty. Everybody's page shows it.",
      rule: "One model keeps one state, in however many lists and pages it is shown.", group: .state, folder: "Places",
      scope: .browser
    ) { PlacesPage() },
    Demo(
      path: "/progress", title: "Progress",
      summary: "A bar that goes from end to end as each press says.",
      rule: "A change says how it is shown; a cell's own style sheet moves by that.", group: .state,
      folder: "Progress", scope: .browser
    ) { ProgressList() },
    Demo(
      path: "/prices", title: "One stock, many pages",
      summary: "Twelve prices, the dearest and the cheapest. Open it in two windows, and follow.",
      rule: "Presenters listen to one service, each for itself; a change is rendered once where it shows.",
      group: .state,
      folder: "Stock", scope: .browser
    ) { StockPage([ExtremesModel(), PriceList()]) },
    Demo(
      path: "/ticker", title: "Ticker",
      summary: "The same stock on another page: its sum, and what has moved the most.",
      rule: "A service belongs to no page: it moves while any page of any viewer follows it.", group: .state,
      folder: "Ticker", scope: .browser
    ) { StockPage([StockSumModel(), Movers()]) },
    Demo(
      path: "/waterfall", title: "Any layout",
      summary: "Sixteen tiles as a list, a flow, a grid, a waterfall or a strip.",
      rule: "A layout is a value that any container takes: none has a type of its own.", group: .state,
      folder: "Waterfall", scope: .browser
    ) { Waterfall() },
    Demo(
      path: "/notifications", title: "Notification scopes",
      summary: "Post from any of seven nodes: who hears it, and in which order?",
      rule: "Who posts knows a protocol and a scope, and none of those who hear it.", group: .state,
      folder: "Notifications", scope: .browser
    ) { NotificationExplorer() },
  ]
}
