import Espalier

/// The jobs of a day, which arrive in any order and stand in the order of their hours. People can change the order of
/// jobs of the same hour only.
final class Gravity: ContainerModel {
  private struct Day: Codable, Equatable {
    var jobs: [TimedJob] = []
    /// How many of the arrivals have come.
    var arrived = 0
    var added = 0
  }

  private let form = CellModel(JobForm())
  private var arrived = 0
  private var added = 0

  private var day: Day {
    get { Day(jobs: jobs.map(\.content), arrived: arrived, added: added) }
    set {
      (arrived, added) = (newValue.arrived, newValue.added)
      set(rows: newValue.jobs)
      for job in jobs where job.content.isOpen { showSteps(of: job) }
    }
  }

  private var jobs: [CellModel<TimedJob>] { children.compactMap { $0 as? CellModel<TimedJob> } }

  override func didLoad() {
    children.isOrderedByWeight = true
    header = form
    add(Reordering { $0 is CellModel<TimedJob> })
    persist(\.day, as: "day")
    if arrived == 0 { arrive() } else { waitForNext() }
    on(JobForm.add) { list, hour in
      let job = TimedJob.new(list.added, at: hour)
      list.added += 1
      list.add(job)
      list.form.content.news = "\(job.name), at \(hour) o’clock"
    }
    on(JobForm.again) { list in
      list.children.removeAll()
      list.arrived = 0
      list.arrive()
      list.form.content.news = "The jobs arrive"
    }
    on(TimedJob.steps) { list in
      guard let job = list.children.sender as? CellModel<TimedJob> else { return }
      job.content.isOpen.toggle()
      if job.content.isOpen { list.showSteps(of: job) } else { list.hideSteps(of: job) }
    }
  }

  private func showSteps(of job: CellModel<TimedJob>) {
    add(job.content.steps.map { JobStep(id: $0) }, at: .after(job))
  }

  private func hideSteps(of job: CellModel<TimedJob>) {
    remove(children.filter { ($0 as? CellModel<JobStep>).map { job.content.steps.contains($0.content.id) } ?? false })
  }

  /// Adds what arrives next.
  private func arrive() {
    add(TimedJob.arrivals[arrived])
    arrived += 1
    waitForNext()
  }

  private func waitForNext() {
    let next = arrived
    guard next < TimedJob.arrivals.count else { return }
    task { [wait = waiting(.seconds(1))] in
      try? await Task.sleep(for: wait)
    } then: { list, _ in
      if list.arrived == next { list.arrive() }
    }
  }
}
