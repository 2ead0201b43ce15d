import Espalier
import EspalierHTTP
import EspalierServer

/// A page for people who have signed in and have not been dismissed, and the way there. `--people` adds it.
enum Vault {
  struct Badge: Codable, Hashable, Sendable { var name = "" }

  struct Person: Sendable { let mayEnter: Bool }

  struct DoorURL: SiteURL {
    static let path = "/door"
    var back: String?
  }

  /// The people who have been dismissed.
  private static let dismissed = Signal<Set<String>>([])

  struct Door: Content {
    struct Entry: Codable, Hashable, Sendable { var name, password: String }

    static let enter = Event<Entry>("enter").limited(to: 3, per: .seconds(60)) { $0.name }
    var problem = ""
    var html: HTML {
      """
      <form \(Self.enter)><input name="name" aria-label="Name"><input name="password" aria-label="Password">\
      <button>Sign in</button></form><p>\(problem)</p>
      """
    }
  }

  final class DoorPage: ContainerModel {
    private let back: String
    private let door = CellModel(Door())

    init(_ url: DoorURL) {
      back = url.back ?? "/vault"
      super.init()
    }

    override func didLoad() {
      add(door)
      on(Door.enter) { page, entry in
        page.task(holdingReply: true) { [isRight = entry.password == "secret"] in
          // As long as a good hash takes.
          try? await Task.sleep(for: .milliseconds(100))
          return isRight
        } then: { page, isRight in
          guard isRight, let badge = page.session(Badge.self), badge.renew() else {
            page.door.content.problem = "Wrong."
            return
          }
          badge.update { $0.name = entry.name }
          page.navigate(to: page.back)
        }
      }
    }
  }

  struct Gold: Content {
    static let add = Event<NoData>("add")
    static let ask = Event<NoData>("ask")
    var bars = 1
    var html: HTML { "<p>\(bars) bars</p><button \(Self.add)>Add</button><button \(Self.ask)>Ask</button>" }
  }

  final class VaultPage: ContainerModel {
    private let gold = CellModel(Gold())

    override func didLoad() {
      add(gold)
      on(Gold.add) { page, _ in page.gold.content.bars += 1 }
      on(Gold.ask) { page, _ in page.present(.alert("Take it?", actions: [.init("yes", "Yes")])) }
    }
  }

  @SiteBuilder static var parts: [any SitePart] {
    Page(DoorURL.self, title: "Door", scope: .browser, example: DoorURL()) { DoorPage($0) }
    Page("/vault", title: "Vault") { VaultPage() }.requiring(Person.self) { $0.mayEnter }
    // For the tests, which need no proof for GET.
    Route(.get, "/dismiss") { request in
      dismissed.update { $0.insert(request.query["name"] ?? "") }
      return .text("done")
    }
    Route(.get, "/empty") { request in
      request.session(Badge.self)?.update { $0.name = "" }
      return .text("done")
    }
  }

  static func declare(on site: Site) {
    site.provideSession(Badge(), as: "badge")
    site.identify(by: Badge.self) { badge in
      badge.name.isEmpty ? nil : Person(mayEnter: dismissed.value?.contains(badge.name) != true)
    }
    site.signIn { DoorURL(back: $0) }
  }
}
