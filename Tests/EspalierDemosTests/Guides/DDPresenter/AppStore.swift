import Espalier

/// The screens "Today" and "Apps" of DDPresenter's example of an app store.
enum AppStore {
  struct AppInfo: Hashable, Codable, Sendable {
    let id: Int
    var name: String
  }

  enum TodayItem: Sendable {
    case largest(AppInfo), small(AppInfo), composite([AppInfo])
  }

  struct Shelf: Sendable {
    let title: String
    let isLarge: Bool
    let apps: [AppInfo]
  }

  protocol DataLoader: Sendable {
    func today() async -> [TodayItem]
    func shelves() async -> [Shelf]
  }

  struct Card: Content, Identifiable {
    let app: AppInfo
    var style = "largest"
    var id: Int { app.id }
    var html: HTML { "<article class=\"\(style)\"><h3>\(app.name)</h3></article>" }
  }

  struct Title: Content {
    let text: String
    var html: HTML { "<h2>\(text)</h2>" }
  }

  final class Today: ContainerModel {
    override func didLoad() {
      header = CellModel(Title(text: "Today"))
      layout = Layout.list.margins(top: 10, bottom: 20, left: 15, right: 15).intervals(10)
      guard let loader = service((any DataLoader).self) else { return }
      task {
        await loader.today()
      } then: {
        $0.show($1)
      }
    }

    private func show(_ items: [TodayItem]) {
      set {
        for item in items {
          switch item {
          case .largest(let app): Card(app: app)
          case .small(let app): Card(app: app, style: "small")
          case .composite(let apps):
            ListSection("composite-\(apps[0].id)", header: Title(text: "\(apps.count) apps")) {
              for app in apps { Card(app: app, style: "inner") }
            }
          }
        }
      }
    }
  }

  final class Apps: ContainerModel {
    override func didLoad() {
      guard let loader = service((any DataLoader).self) else { return }
      task {
        await loader.shelves()
      } then: {
        $0.show($1)
      }
    }

    private func show(_ shelves: [Shelf]) {
      set {
        for shelf in shelves {
          ListSection(shelf.title, header: Title(text: shelf.title), layout: .strip.intervals(10)) {
            if shelf.isLarge {
              for app in shelf.apps { Card(app: app) }
            } else {
              for apps in shelf.apps.inThrees {
                ListSection("from-\(apps[0].id)") { for app in apps { Card(app: app, style: "small") } }
              }
            }
          }
        }
      }
    }
  }
}

extension [AppStore.AppInfo] {
  /// The columns of a shelf with small apps.
  fileprivate var inThrees: [[AppStore.AppInfo]] {
    stride(from: 0, to: count, by: 3).map { Array(self[$0..<Swift.min($0 + 3, count)]) }
  }
}
