import Espalier

/// An example screen of another framework, and the demo that is its counterpart.
struct ExampleRow: Content, Identifiable {
  let id: Int
  var numbers: String
  var screen: String
  var title: String
  var summary: String
  var href: String

  var html: HTML {
    """
    <span class="note">\(numbers)</span><div><p class="screen">\(screen)</p>\
    <a href="\(href)"><strong>\(title)</strong></a> <span class="note">\(summary)</span></div>
    """
  }
}

/// All example screens of a framework.
final class ExampleList: ContainerModel {
  private let framework: Framework

  init(_ framework: Framework) {
    self.framework = framework
    super.init()
  }

  override func didLoad() {
    add(
      framework.examples.enumerated().map { index, example in
        let demo = Demo.at(example.path)
        return ExampleRow(
          id: index, numbers: example.numbers, screen: example.screen, title: demo?.title ?? "The front page",
          summary: demo?.summary ?? "All demos by what people want to build.", href: example.path)
      })
  }
}
