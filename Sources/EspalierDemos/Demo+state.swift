import EspalierServer

extension Demo {
  /// State of a node, services that nodes share, and notifications.
  static let state = [
    Demo(
      path: "/injected", title: "Injected service",
      summary: "Twenty sections show one counter. Press the button: all of them show the new value.",
      rule: "A node finds a service of the page by its type; no initializer passes it on.", group: .state,
      folder: "Injected", scope: .browser
    ) { InjectedList() },
    Demo(
      path: "/counter", title: "Counter",
      summary: "Change a number, or assign the same number again: the page counts assignments and renders.",
      rule: "Assigning an equal value to a state property renders nothing.", group: .state, folder: "Counter",
      scope: .browser
    ) { CounterPage() },
    Demo(
      path: "/batched", title: "Batched writes",
      summary: "Write one part of a colour or all three: the page counts writes, updates and renders.",
      rule: "However many properties one press writes, a cell renders once, or not at all.", group: .state,
      folder: "Batched", scope: .browser
    ) { BatchedPage() },
    Demo(
      path: "/places", title: "One plant, two places",
      summary: "Water a plant in its place or in the list of thirsty plants. Everybody who opens this page sees it.",
      rule: "One model holds the state; any number of lists and pages can show it.", group: .state, folder: "Places",
      scope: .browser
    ) { PlacesPage() },
    Demo(
      path: "/progress", title: "Progress",
      summary: "Choose a duration and a curve, then press Animate: the bar moves to its other end.",
      rule: "A change carries a duration and a curve, and the cell’s style sheet animates with them.", group: .state,
      folder: "Progress", scope: .browser
    ) { ProgressList() },
    Demo(
      path: "/prices", title: "One service, many pages",
      summary: "Twelve prices, with the highest and the lowest. Open the page in two windows and press Follow in both.",
      rule: "Each part of the page listens to the same service. A change renders only what shows it.",
      group: .state, folder: "Stock", scope: .browser
    ) { StockPage([ExtremesModel(), PriceList()]) },
    Demo(
      path: "/ticker", title: "Ticker",
      summary: "The same prices on another page: their sum, and the five that changed most. Press Follow.",
      rule: "A service belongs to no page. Its prices change while at least one open page follows them.", group: .state,
      folder: "Ticker", scope: .browser
    ) { StockPage([StockSumModel(), Movers()]) },
    Demo(
      path: "/waterfall", title: "Switching layouts",
      summary: "Press a layout to show sixteen tiles as a list, a flow, a grid, a waterfall or a strip.",
      rule: "A layout is a value that any container accepts; no layout needs a container type.", group: .state,
      folder: "Waterfall", scope: .browser
    ) { Waterfall() },
    Demo(
      path: "/notifications", title: "Notification scopes",
      summary: "Choose a scope and press Post in one of seven nodes. The receivers turn green and show their order.",
      rule: "The poster knows a protocol and a scope, but none of the receivers.", group: .state,
      folder: "Notifications", scope: .browser
    ) { NotificationExplorer() },
  ]
}
