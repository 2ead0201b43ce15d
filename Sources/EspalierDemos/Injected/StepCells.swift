import Espalier

/// Counts, by the service that it finds from where it stands.
struct StepButton: Content {
  var add = Command("add", to: ContainerModel.self) { list in
    if let steps = try? list.service(Steps.self) { steps.value += 1 }
  }
  var html: HTML { "<button class=\"primary\" \(add)><span aria-hidden=\"true\">+</span> Add one to all</button>" }
}

/// One row: which section it is in, and how far the counter is.
struct StepRow: Content {
  let section: Int
  var value: Int
  var html: HTML { "<span>Section: \(section)</span><output>value: \(value)</output>" }
}
