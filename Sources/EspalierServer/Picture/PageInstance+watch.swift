import EspalierHTTP
import Espalier

/// Who looks at an instance's tree. Stays in that instance's lane.
struct Watch {
  weak var picture: PageInstance?
  /// Of which containers more is drawn, and how much.
  var opened: [String: Int] = [:]
  /// How many moments the picture was told.
  var moments = 0
}

extension PageInstance {
  /// Shows the tree as it is now to a picture, and from here on what happens, as long as somebody looks; `then` runs in the
  /// picture's lane once it knows.
  func beWatched(by picture: PageInstance, _ then: @escaping @Sendable (isolated PageInstance) -> Void) {
    if watch?.picture !== picture { watch = Watch(picture: picture) }
    tree.isWatched = true
    tell(picture, nil, then)
  }

  /// Draws more of a container.
  func open(_ address: String) {
    guard let picture = watch?.picture, tree.root.descendant(at: address) is ContainerModel else { return }
    watch?.opened[address, default: 0] += Sketch.further
    tell(picture, nil)
  }

  /// Tells the picture what has just happened. Where nobody looks any more, nothing is written down from here on.
  func report(_ patch: Patch?, _ cause: Moment.Cause, took: Duration) {
    // What waits is told with the patch that it will be part of.
    guard tree.isWatched, patch != nil || !tree.hasChanges else { return }
    let trace = tree.takeTrace()
    guard let picture = watch?.picture, picture.audience.count > 0 else { return tree.isWatched = false }
    guard patch != nil || !trace.steps.isEmpty else { return }
    watch?.moments += 1
    let bytes = Dialect.allCases.compactMap { dialect in
      patch.map { Moment.Tally(name: dialect.rawValue, count: body(of: $0, dialect).count) }
    }
    let moment = Moment(
      number: watch?.moments ?? 0, version: patch?.version.description, cause: cause, trace: trace,
      operations: patch?.changes.tallies ?? [], bytes: bytes, took: took, time: .now)
    tell(picture, moment)
  }

  private func tell(
    _ picture: PageInstance, _ moment: Moment?, _ then: @escaping @Sendable (isolated PageInstance) -> Void = { _ in }
  ) {
    let scene = TreePicture.Scene(sketch: Sketch(tree, opened: watch?.opened ?? [:]), moment: moment)
    picture.enter { picture in
      picture.change { $0.share(scene, to: TreePicture.scene) }
      then(picture)
    }
  }
}

extension Site {
  /// The instance whose tree an owner's picture draws; nil for who is no picture.
  func subject(of picture: KeptInstance.Owner) throws(HTTPError) -> PageInstance? {
    guard let path = page(at: picture.page)?.subject, let page = page(at: path) else { return nil }
    return try instance(of: page, for: picture.browser, tab: picture.tab)
  }

  /// Answers what a picture cannot: to draw more is for the instance that is drawn.
  func open(_ occurrence: Occurrence, for picture: KeptInstance.Owner) -> Bool {
    guard let address = occurrence.payload(of: MoreRow.open), let subject = try? subject(of: picture) else {
      return false
    }
    subject.enter { $0.open(address) }
    return true
  }
}
