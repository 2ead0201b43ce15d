import EspalierHTTP
import EspalierServer
import Espalier

/// The picture of another page instance's tree. An ordinary list; the drawn instance sends it the scenes to show.
final class TreePicture: ContainerModel {
  /// The tree and the latest moment.
  struct Scene: Hashable, Sendable {
    let sketch: Sketch
    /// What has just happened; nil if the picture was only opened or extended.
    let moment: Moment?
  }

  static let scene = SharedData<Scene>("scene")
  /// The largest number of moments in the list.
  static let mostMoments = 24

  private var sketch: Sketch?
  private var moments: [Moment] = []
  /// The moment whose marks are shown.
  private var shown: Moment?
  /// Counts how often marks were shown.
  private var beat = 0

  override func didLoad() {
    subscribe(to: Self.scene) { $0.take($1) }
    on(MomentRow.show) { picture, number in
      guard let moment = picture.moments.first(where: { $0.number == number }) else { return }
      picture.show(moment)
      picture.draw()
    }
    draw()
  }

  private func take(_ scene: Scene) {
    sketch = scene.sketch
    if let moment = scene.moment {
      moments.insert(moment, at: 0)
      if moments.count > Self.mostMoments { moments.removeLast() }
      show(moment)
    }
    draw()
  }

  private func show(_ moment: Moment) {
    shown = moment
    beat += 1
  }

  private func draw() {
    let marks = Marks(shown)
    set(animations: Self.animations) {
      ListSection("picture") {
        if let sketch { site(sketch, marks) }
      }
      ListSection("moments", header: MomentsTitle(isEmpty: moments.isEmpty)) {
        for moment in moments { MomentRow(moment, isShown: moment.number == shown?.number) }
      }
    }
  }

  private static let animations = Animations(
    insertRows: .fade, deleteRows: .fade, reloadRows: .none, insertSections: .fade, deleteSections: .fade,
    reloadSections: .none)

  private func site(_ sketch: Sketch, _ marks: Marks) -> ListSection {
    let hues = Hues(sketch)
    let card = NodeCard(siteSharing: sketch.siteShares, hues, MarkTag(marks[Marks.site], beat: beat))
    return ListSection("site", header: card) { [element(sketch.root, hues, marks)] }
  }

  private func element(_ branch: Sketch.Branch, _ hues: Hues, _ marks: Marks) -> ListElement {
    let (facts, mark) = (branch.facts, MarkTag(marks[branch.facts.address], beat: beat))
    guard let branches = branch.branches else { return ListElement(NodeCard(facts, kind: .cell, hues, mark)) }
    let section = ListSection(NodeCard.id(facts), header: NodeCard(facts, kind: .container, hues, mark)) {
      branches.map { element($0, hues, marks) }
      if branch.more > 0 {
        let hidden = marks.hidden(in: facts, drawn: branches.map(\.facts.key))
        MoreRow(
          container: facts.address, count: branch.more, type: branch.typeOfMore, mark: MarkTag(hidden, beat: beat))
      }
    }
    return ListElement(section)
  }
}
