import Espalier

/// The generator with an event from ReactiveDataDisplayManager's first README, with its current plugins.
enum Subscriptions {
  struct PaidService: Content, Identifiable {
    static let buy = Event<String>("buy")
    let id: String
    var isBought = false
    var html: HTML {
      "<span>\(id)</span><button \(Self.buy, sends: id) \("disabled", when: isBought)>Buy</button>"
    }
  }

  final class ServiceList: ContainerModel {
    private let catalogue: @Sendable (Int) async throws -> [PaidService]
    private let selection = Selection(.single)
    private(set) var pages = 0

    init(catalogue: @escaping @Sendable (Int) async throws -> [PaidService]) {
      self.catalogue = catalogue
      super.init()
    }

    override func didLoad() {
      add(selection)
      add(Reordering())
      on(PaidService.buy) { list, id in list.bought(id) }

      footer = .loadMore
      onLoad(.more, from: \.pages) { [catalogue] number in
        try await catalogue(number)
      } then: { list, services in
        list.add(services)
        list.pages += 1
        return services.isEmpty ? .noMore : .more
      } failed: { _, _ in
        "The shop does not answer."
      }
    }

    private func bought(_ id: String) {
      guard let row = children[id: id] as? CellModel<PaidService> else { return }
      row.content.isBought = true
    }
  }
}
