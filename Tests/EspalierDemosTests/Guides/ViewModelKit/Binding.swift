import Espalier

/// ViewModelKit's example of a model, a view model bound to it, and two views of that.
enum Binding {
  struct ExampleModel: Hashable, Sendable {
    var name = ""
    var numberOne = 0, numberTwo = 0
  }

  struct ExampleView: Content {
    static let change = Event<NoData>("change")
    var name = "", someNumber = 0
    var html: HTML { "<h2>\(name)</h2><output>\(someNumber)</output><button \(Self.change)>Change model</button>" }
  }

  final class ExampleViewModel: CellModel<ExampleView> {
    init(_ model: Signal<ExampleModel>) {
      super.init(ExampleView())
      listen(to: model) { view, model in
        view.content.name = model.name
        view.content.someNumber = model.numberOne + model.numberTwo
      }
    }
  }

  final class ExampleList: ContainerModel {
    private let model: Signal<ExampleModel>

    init(_ model: Signal<ExampleModel>) {
      self.model = model
      super.init()
    }

    override func didLoad() {
      add([ExampleViewModel(model), ExampleViewModel(model)])
      on(ExampleView.change) { list in
        list.model.update { model in
          model.numberOne += 1
          model.name = "\(model.numberOne). name generated"
        }
      }
    }
  }
}
