import Espalier
import EspalierServer

/// DDPresenter's examples of services: one that does not know the tree, and one that sends notifications in it.
enum ServiceExamples {
  final class PureService {
    let resultDidChange = Signal<Int>()
    private(set) var result = 0

    func add(_ value: Int) {
      result += value
      resultDidChange.send(result)
    }
  }

  protocol DirtyResultNotification {
    func dirtyResultDidChange(_ result: Int)
  }

  struct ServiceView: Content {
    static let addPure = Event<Int>("addPure", in: 1...10), addDirty = Event<Int>("addDirty", in: 1...10)
    var pureResult = 0, dirtyResult = 0
    var html: HTML {
      """
      <output>\(pureResult) and \(dirtyResult)</output>\
      <button \(Self.addPure, sends: 1)>Pure</button><button \(Self.addDirty, sends: 1)>Dirty</button>
      """
    }
  }

  final class ServicePresenter: CellModel<ServiceView>, DirtyResultNotification {
    override func didAttachToRoot() {
      guard let service = service(PureService.self) else { return }
      listen(to: service.resultDidChange) { $0.content.pureResult = $1 }
      on(ServiceView.addPure) { _, value in service.add(value) }
    }

    func dirtyResultDidChange(_ result: Int) { content.dirtyResult = result }
  }

  final class ServicePage: ContainerModel {
    private var dirtyResult = 0

    override func didLoad() {
      provide(PureService())
      add(ServicePresenter(ServiceView()))
      on(ServiceView.addDirty) { page, value in page.add(value) }
    }

    private func add(_ value: Int) {
      dirtyResult += value + ((service(PureService.self, isRequired: false))?.result ?? 0)
      notify((any DirtyResultNotification).self, .global) { $0.dirtyResultDidChange(dirtyResult) }
    }
  }

  struct OldContainer: ServiceResolver {
    let clock = "the clock of the old container"

    func resolve<Service>(_ type: Service.Type) -> Service? { clock as? Service }
  }

  static func downgrade(_ site: Site) {
    site.resolveServices(by: OldContainer())
  }
}
