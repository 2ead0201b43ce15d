import Espalier

/// Twenty pictures. Each one loads when a viewer comes near.
final class WorkingRange: ContainerModel {
  private let pictures = RangePicture.numbers.map { RangePictureModel(RangePicture(id: $0)) }

  override func didLoad() {
    let count = CellModel(RangeCount(total: pictures.count))
    header = count
    add(pictures)
    on(RangePictureModel.loaded) { list in
      count.content.count = list.pictures.count { $0.content.landscape != nil }
    }
    on(RangePicture.load) { list, id in
      list.stopPropagation()
      if let picture = list.pictures.first(where: { $0.content.id == id }) { picture.load(isAsked: true) }
    }
  }
}
