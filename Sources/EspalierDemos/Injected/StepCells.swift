import Espalier

/// A button that increases the counter. Its command finds the service from the list's place in the tree.
struct StepButton: Content {
  var add = Command("add", to: ContainerModel.self) { list in
    if let steps = list.service(Steps.self, isRequired: false) { steps.value += 1 }
  }
  var html: HTML { "<button class=\"primary\" \(add)><span aria-hidden=\"true\">+</span> Add one to all</button>" }
}

/// One row: its section, and the value of the counter.
struct StepRow: Content {
  let section: Int
  var value: Int
  var html: HTML { "<span>Section: \(section)</span><output>value: \(value)</output>" }
}
