import Espalier
import EspalierHTTP
import EspalierServer

/// Reports to a picture what happens to the instance that it draws. Runs in the lane of the drawn instance.
final class TreeWatch: InstanceWatch {
  private(set) weak var picture: PageInstance?
  /// The number of additional nodes that are drawn, by container address.
  private var opened: [String: Int] = [:]
  /// The number of moments that were reported to the picture.
  private var moments = 0

  init(for picture: PageInstance) { self.picture = picture }

  /// Draws more of a container.
  func open(_ address: String, of instance: isolated PageInstance) {
    guard let picture, instance.tree.root.descendant(at: address) is ContainerModel else { return }
    opened[address, default: 0] += Sketch.further
    tell(picture, of: instance, nil)
  }

  /// Reports to the picture what has just happened. If nobody watches the picture and no request is about to, stops
  /// recording.
  func instance(_ instance: isolated PageInstance, published publication: Publication) {
    let (tree, patch) = (instance.tree, publication.patch)
    // Changes that wait are reported with their patch.
    guard tree.isWatched, patch != nil || !tree.hasChanges else { return }
    let trace = tree.takeTrace()
    guard let picture, picture.isInUse else { return tree.isWatched = false }
    guard patch != nil || !trace.steps.isEmpty else { return }
    moments += 1
    let bytes = patch.map { instance.weights(of: $0) } ?? []
    let moment = Moment(
      number: moments, version: patch?.version.description, cause: publication.cause, trace: trace,
      operations: patch?.changes.tallies ?? [], bytes: bytes.map { Moment.Tally(name: $0.dialect, count: $0.bytes) },
      took: publication.took, time: .now)
    tell(picture, of: instance, moment)
  }

  /// Sends the current tree to the picture. `then` runs in the picture's lane after that.
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
  /// Sends the current tree to a picture, and then each change as long as somebody watches. `then` runs in the
  /// picture's lane after the first.
  func beWatched(by picture: PageInstance, _ then: @escaping @Sendable (isolated PageInstance) -> Void) {
    let watch = (watch as? TreeWatch).flatMap { $0.picture === picture ? $0 : nil } ?? TreeWatch(for: picture)
    self.watch = watch
    tree.isWatched = true
    watch.tell(picture, of: self, nil, then)
  }
}
