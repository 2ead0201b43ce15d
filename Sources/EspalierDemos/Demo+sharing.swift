import EspalierServer

extension Demo {
  /// Demos of state that rows, pages and people share.
  static let sharing: [Demo] = [
    Demo(
      path: "/posts", title: "Posts",
      summary: "Press Like, Comment or Share: the photo changes in every open window.",
      rule: "Cells don’t know each other: their container connects them.",
      words: "social photo like comment share live realtime multiplayer react heart",
      folder: "Posts"
    ) { PostList() },
    Demo(
      path: "/cart", title: "Shopping cart",
      summary: "Change a quantity: the total at the end of the list changes too.",
      rule: "The event goes up to the cart, and the cart shares the new total with its cells below.",
      words: "shop store order basket buy quantity stepper plus minus total sum price",
      folder: "Cart", scope: .browser
    ) { CartModel() },
    Demo(
      path: "/checkout", title: "Checkout",
      summary: "The bill stands in another part of the page and follows the cart.",
      rule: "The bill is not below the cart: the cart sends an event up to the page, and the page sets the bill.",
      words: "shop order bill invoice pay total regions two columns",
      folder: "Checkout", style: "rules", template: "checkout", scope: .browser
    ) { CheckoutPage() },
    Demo(
      path: "/seeds", title: "Seed library",
      summary: "Choose a kind, open a variety, take a packet: each place has its own URL.",
      rule: "A page takes typed parameters from its path and its query, and a handler can lead to another page.",
      words: "parameters url route query filter detail page navigation link redirect notice toast title 404",
      folder: "SeedLibrary", style: "state",
      pages: { demo, services, values in
        [
          Page(
            SeedsURL.self, title: demo.title, template: demo.template, values: values, isListed: true,
            example: SeedsURL()
          ) { SeedList($0, services.seeds) },
          Page(
            SeedURL.self, title: demo.title, template: demo.template, values: values, example: SeedURL(id: 1)
          ) { SeedPage($0, services.seeds) },
        ]
      }
    ) { SeedList(SeedsURL(), SeedLibrary()) },
    Demo(
      path: "/share", title: "One value, many rows",
      summary: "Send a letter to a hundred readers; a reader that you add later gets it at once.",
      rule: "A late subscriber immediately receives the last shared value.",
      words: "broadcast shared data subscribe late push publish",
      folder: "ShareData", style: "rules"
    ) { ShareList() },
    Demo(
      path: "/chat", title: "Chat",
      summary: "Write a message under a name of yours: it is in every window at once. Scroll up for the days before.",
      rule: "A service holds the messages. Each page listens to it, and stays at the end unless somebody scrolls up.",
      words: "chat messages messenger conversation live realtime typing bubble log",
      folder: "Chat", style: "parts", template: "chat", scope: .tab,
      sharing: "All visitors share the messages. Each tab is another guest."
    ) { ChatPage() },
    Demo(
      path: "/places", title: "One plant, two places",
      summary: "Water a plant in its place, and it leaves the list of thirsty plants.",
      rule: "One model holds the state; any number of lists and pages can show it.",
      words: "same model twice observable shared state sync service multiplayer",
      folder: "Places", style: "state", scope: .browser,
      sharing: "Everybody shares these plants."
    ) { PlacesPage() },
    Demo(
      path: "/prices", title: "Live prices",
      summary: "Twelve prices with the highest and the lowest: open two windows and press Go live in both.",
      rule: "Each part of the page listens to the same service. A change renders only what shows it.",
      words: "stock market service push realtime dashboard numbers feed stream",
      folder: "Stock", style: "state", scope: .browser,
      sharing: "Everybody gets the same prices; whether they are followed is up to your browser."
    ) { StockPage([ExtremesModel(), PriceList()]) },
    Demo(
      path: "/ticker", title: "Price ticker",
      summary: "The sum of the same prices, and the five that changed most.",
      rule: "A service belongs to no page. Its prices change while at least one open page follows them.",
      words: "stock market service push realtime dashboard chart ranking top",
      folder: "Ticker", style: "state", scope: .browser,
      sharing: "Everybody gets the same prices; whether they are followed is up to your browser."
    ) { StockPage([StockSumModel(), Movers()]) },
    Demo(
      path: "/injected", title: "One rain gauge, twenty beds",
      summary: "Press one button, and all twenty beds show the new rain.",
      rule: "A node finds a service of the page by its type; no initializer passes it on.",
      words: "service dependency injection environment context provider global state",
      folder: "Injected", style: "state", scope: .browser
    ) { InjectedList() },
    Demo(
      path: "/binding", title: "Fields of a model",
      summary: "Press Rename: one of two cells changes. Press Change model: both show the next fair.",
      rule: "A cell listens to one field of a model, and receives its new and its old value.",
      words: "binding bind key path observe model field property change",
      folder: "Binding", style: "state", scope: .browser
    ) { FairPage() },
    Demo(
      path: "/notifications", title: "Notifications",
      summary: "Choose who hears it and press Call: receivers turn green and show their order.",
      rule: "The caller knows a protocol and a scope, but none of the receivers.",
      words: "notification broadcast bus publish subscribe message protocol delegate",
      folder: "Notifications", style: "state", scope: .browser
    ) { NotificationExplorer() },
  ]
}
