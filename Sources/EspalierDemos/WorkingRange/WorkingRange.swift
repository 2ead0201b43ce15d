import Espalier

/// Twenty pictures, loaded as one comes near.
final class WorkingRange: ContainerModel {
  private static let total = 20

  override func didLoad() {
    let count = CellModel(RangeCount(total: Self.total))
    header = count
    on(RangePictureModel.loaded) { _ in count.content.count += 1 }
    add(
      (1...Self.total).map { id in
        RangePictureModel(
          RangePicture(id: id, load: Command("load", to: WorkingRange.self) { $0.load(id) }))
      })
  }

  private func load(_ id: Int) { (descendant(at: "\(id)") as? RangePictureModel)?.load() }
}
