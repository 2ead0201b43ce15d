import Espalier
import EspalierHTTP
import EspalierServer

/// Tells a picture what happens to the instance that it draws. Stays in that instance's lane.
final class TreeWatch: InstanceWatch {
  private(set) weak var picture: PageInstance?
  /// Of which containers more is drawn, and how much.
  private var opened: [String: Int] = [:]
  /// How many moments the picture was told.
  private var moments = 0

  init(for picture: PageInstance) { self.picture = picture }

  /// Draws more of a container.
  func open(_ address: String, of instance: isolated PageInstance) {
    guard let picture, instance.tree.root.descendant(at: address) is ContainerModel else { return }
    opened[address, default: 0] += Sketch.further
    tell(picture, of: instance, nil)
  }

  /// Tells the picture what has just happened. Where nobody looks any more, nothing is written down from here on.
  func instance(_ instance: isolated PageInstance, published publication: Publication) {
    let (tree, patch) = (instance.tree, publication.patch)
    // What waits is told with the patch that it will be part of.
    guard tree.isWatched, patch != nil || !tree.hasChanges else { return }
    let trace = tree.takeTrace()
    guard let picture, picture.isFollowed else { return tree.isWatched = false }
    guard patch != nil || !trace.steps.isEmpty else { return }
    moments += 1
    let bytes = patch.map { instance.weights(of: $0) } ?? []
    let moment = Moment(
      number: moments, version: patch?.version.description, cause: publication.cause, trace: trace,
      operations: patch?.changes.tallies ?? [], bytes: bytes.map { Moment.Tally(name: $0.dialect, count: $0.bytes) },
      took: publication.took, time: .now)
    tell(picture, of: instance, moment)
  }

  /// Shows the tree as it is now to the picture; `then` runs in the picture's lane once it knows.
  func tell(
    _ picture: PageInstance, of instance: isolated PageInstance, _ moment: Moment?,
    _ then: @escaping @Sendable (isolated PageInstance) -> Void = { _ in }
  ) {
    let scene = TreePicture.Scene(sketch: Sketch(instance.tree, opened: opened), moment: moment)
    picture.enter { picture in
      picture.change { $0.share(scene, to: TreePicture.scene) }
      then(picture)
    }
  }
}

extension PageInstance {
  /// Shows the tree as it is now to a picture, and from here on what happens, as long as somebody looks; `then` runs in the
  /// picture's lane once it knows.
  func beWatched(by picture: PageInstance, _ then: @escaping @Sendable (isolated PageInstance) -> Void) {
    let watch = (watch as? TreeWatch).flatMap { $0.picture === picture ? $0 : nil } ?? TreeWatch(for: picture)
    self.watch = watch
    tree.isWatched = true
    watch.tell(picture, of: self, nil, then)
  }
}
