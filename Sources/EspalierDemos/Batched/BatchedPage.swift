import Espalier

/// A cell with three state properties, and tallies of its writes, updates and renders.
final class BatchedPage: ContainerModel {
  private let blend = BlendModel(Blend())
  private let tally = CellModel(Tally(facts: ["Written", "Updated", "Rendered"].map { .init(name: $0, number: 0) }))

  override func didLoad() {
    add([blend, tally])
    on(Blend.press) { page, way in page.blend.press(way) }
    on(BlendModel.done) { page, fact in page.tally.content.facts[fact].number += 1 }
  }
}

/// Holds its colour in three properties. However many of them one press writes, the cell renders once, and not
/// at all if all values are the same as before.
final class BlendModel: CellModel<Blend> {
  static let done = Event<Int>("done", in: 0...2)
  @NodeState private var red = 80
  @NodeState private var green = 130
  @NodeState private var blue = 60

  func press(_ way: Blend.Way) {
    setState {
      switch way {
      case .one: write(\.red)
      case .three: for part in [\BlendModel.red, \.green, \.blue] { write(part) }
      case .back:
        write(\.red)
        write(\.red, by: -37)
      case .nothing: break
      }
    }
  }

  private func write(_ part: ReferenceWritableKeyPath<BlendModel, Int>, by step: Int = 37) {
    self[keyPath: part] = (self[keyPath: part] + step + 256) % 256
    send(Self.done, 0)
  }

  override func willRender() {
    (content.red, content.green, content.blue) = (red, green, blue)
    send(Self.done, 1)
  }

  override func didRender() { send(Self.done, 2) }
}
