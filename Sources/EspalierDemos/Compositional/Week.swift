import Espalier

/// Six parts with six layouts, set as one value. Finishing or removing a job changes its row and the circle above.
final class Week: ContainerModel {
  private struct State: Codable, Equatable {
    var tag = GardenWeek.tags[0]
    var isOpen = false
    var done: Set = ["pears", "spinach", "wire"]
    var dropped: Set<String> = []
    var liked: Set<String> = []
  }

  private var state = State() { didSet { show() } }

  override func didLoad() {
    persist(\.state, as: "state")
    show()
  }

  private var left: [Job] { GardenWeek.jobs.filter { !state.dropped.contains($0.id) } }

  private func show() {
    set(animations: Animations(insertRows: .fade, deleteRows: .right)) {
      ListSection("activity", layout: .list) {
        Activity(done: left.count { state.done.contains($0.id) }, all: left.count, shown: jobs.count)
      }
      ListSection("figures", layout: .grid(columns: 4).intervals(8)) { GardenWeek.figures }
      ListSection("views", layout: .strip.intervals(across: 16)) { views }
      ListSection("story", layout: .list) {
        Story(
          text: GardenWeek.story, isOpen: state.isOpen,
          toggle: Command("toggle", to: Week.self) { $0.state.isOpen.toggle() })
      }
      ListSection("tags", layout: .flow.intervals(8)) { tags }
      ListSection("jobs", layout: .list.separated(by: .between.drawn(thickness: 1, color: "hairline"))) {
        jobs
        if jobs.isEmpty { NoJob(again: Command("again", to: Week.self) { $0.state = State() }) }
      }.plugin(Self.swipes)
    }
  }

  /// What a finger reveals beside a job. The menu has the same actions.
  private static var swipes: RowActions {
    RowActions(
      leading: [
        .init("finish", "Done", when: isDone(false), to: Week.self) { week, row in
          week.state.done.insert(row.nodeKey)
        },
        .init("reopen", "Not done", when: isDone(true), to: Week.self) { week, row in
          week.state.done.remove(row.nodeKey)
        },
      ],
      trailing: [
        .init("drop", "Remove", .destructive, when: { $0.content(as: Job.self) != nil }, to: Week.self) { week, row in
          week.state.dropped.insert(row.nodeKey)
        }
      ])
  }

  private static func isDone(_ isDone: Bool) -> (Node) -> Bool {
    { $0.content(as: Job.self)?.isDone == isDone }
  }

  private var views: [Outlook] {
    GardenWeek.views.map { view in
      var view = view
      let id = view.id
      view.isLiked = state.liked.contains(id)
      view.like = Command("like", to: Week.self) { $0.state.liked.formSymmetricDifference([id]) }
      return view
    }
  }

  private var tags: [JobTag] {
    GardenWeek.tags.map { tag in
      JobTag(id: tag, isChosen: tag == state.tag, choose: Command("choose", to: Week.self) { $0.state.tag = tag })
    }
  }

  private var jobs: [Job] {
    left.filter { state.tag == GardenWeek.tags[0] || state.tag == $0.tag }.map { job in
      var job = job
      let id = job.id
      job.isDone = state.done.contains(id)
      job.finish = Command("finish", to: Week.self) { $0.state.done.formSymmetricDifference([id]) }
      return job
    }
  }
}
