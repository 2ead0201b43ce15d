import Espalier

/// A job of the day. Its hour is its weight.
struct TimedJob: Content, Identifiable {
  static let steps = Event<NoData>("steps")

  let id: Int
  var name: String
  var hour: Int
  /// What the job consists of; empty for most.
  var steps: [String] = []
  /// Whether its steps are shown below it.
  var isOpen = false

  var weight: Int { hour }

  var html: HTML {
    let button: HTML =
      steps.isEmpty
      ? HTML()
      : """
      <button class="quiet" \(Self.steps) aria-expanded="\(isOpen)" aria-label="Steps of \(name)">\
      \(isOpen ? "Hide" : "Show") \(steps.count) steps</button>
      """
    return """
      <span class="avatar tone-\(hour)" aria-hidden="true">\(hour)</span><div class="said"><p><strong>\(name)</strong></p>\
      <p class="note">\(hour) o’clock</p></div>\(button)
      """
  }

  /// The jobs in the order in which they arrive.
  static let arrivals = [
    [TimedJob(id: 3, name: "Weed the long bed", hour: 3), TimedJob(id: 5, name: "Water the tubs", hour: 5)],
    [TimedJob(id: 4, name: "Pot on the tomatoes", hour: 4, steps: ["Mix the compost", "Tie them to canes"])],
    [TimedJob(id: 2, name: "Cut the lawn", hour: 2), TimedJob(id: 1, name: "Open the frames", hour: 1)],
  ]

  private static let others = ["Rake the path", "Oil the hinges", "Label the seeds", "Sweep the shed"]

  /// The job that the form adds.
  static func new(_ number: Int, at hour: Int) -> TimedJob {
    TimedJob(id: 6 + number, name: others[number % others.count], hour: hour)
  }
}

/// A step of a job. It declares no weight: it stays beside the job after which it was inserted.
struct JobStep: Content, Identifiable {
  let id: String
  var html: HTML { "<span class=\"note\">\(id)</span>" }
}

/// The form that adds a job, and what happened last.
struct JobForm: Content {
  static let add = Event<Int>("add", in: 1...5)
  static let again = Event<NoData>("again")
  var news = ""

  var html: HTML {
    let hours = (1...5).map { hour in "<option value=\"\(hour)\">\(hour) o’clock</option>" as HTML }
    return """
      <form class="job-form" \(Self.add)><label><span>Add a job at</span><select name="data">\(hours)</select></label>\
      <button class="primary">Add</button></form>\
      <p class="buttons"><button class="quiet" \(Self.again)>Let them arrive again</button><output class="note">\(news)</output></p>
      """
  }
}
