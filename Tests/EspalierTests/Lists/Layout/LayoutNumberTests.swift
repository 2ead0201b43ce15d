import Testing

@testable import Espalier

/// Numbers in layouts become classes for the style sheet and values for the arithmetic, by the same rules.
@Suite struct LayoutNumberTests {
  /// A background that is as high as it needs to be.
  private struct Backdrop: Content {
    var placement: Layout.Placement { .init(height: .atLeast(5), role: .background) }
    var html: HTML { "<i>behind</i>" }
  }

  /// The number that the style sheet adds for each class.
  private static let rules = Dictionary(
    LayoutNumber.allRules.split(separator: "\n").filter { $0.hasPrefix(".") }.map { rule in
      let parts = rule.dropFirst().dropLast().split(separator: "{")
      return (String(parts[0]), String(parts[1].split(separator: ":")[1]))
    }, uniquingKeysWith: { "\($0) and \($1)" })

  /// The number that a browser computes from classes: the sum of those with one name. Nil if one of them has no rule.
  private func number(_ number: LayoutNumber, in classes: String) -> Int? {
    let words = classes.split(separator: " ").filter {
      $0.hasPrefix("e-\(number.name)-") && Int($0.dropFirst(number.name.count + 3)) != nil
    }
    if words.isEmpty { return nil }
    return words.reduce(0) { sum, word in
      guard let sum, let part = word.hasSuffix("-0") ? "0" : Self.rules[String(word)] else { return nil }
      return Int(part).map { sum + $0 }
    }
  }

  @Test(arguments: LayoutNumber.all)
  func `each number within its limits is the sum of its classes, and each class has a rule (A17)`(of: LayoutNumber) {
    for value in of.limits {
      let classes = of.classes(of: value)
      #expect(number(of, in: classes.joined(separator: " ")) == value && classes.count <= 2, "\(value)")
    }
    #expect(of.classes(of: of.limits.lowerBound - 1) == of.classes(of: of.limits.lowerBound))
    #expect(of.classes(of: .max) == of.classes(of: of.limits.upperBound))
  }

  @Test func `the style sheet of the numbers stays small`() { #expect(LayoutNumber.allRules.utf8.count < 48_000) }

  @Test func `a page gets the rules of the classes in its markup and no others`() {
    let markup =
      #"<li id="a" class="Row e-h-300 e-h-45 e-columns-3">e-w-7 and e-top-1000, e-h-345 e-h-0 e-nothing-1</li><p id="x.e-w-9">"#
    let classes = LayoutNumber.classes(in: Array(markup.utf8))
    #expect(classes == ["e-h-300", "e-h-45", "e-columns-3"])
    #expect(
      LayoutNumber.rules(for: classes.sorted())
        == ".e-columns-3{--e-columns:3}\n.e-h-300{--e-h-100:300}\n.e-h-45{--e-h-1:45}\n")
    #expect(LayoutNumber.rules(for: ["e-h-x}body{", "", "e-h-045", "h-45", "e-h-100000"]) == "")
    #expect(LayoutNumber.classes(in: []).isEmpty && LayoutNumber.classes(in: Array("e-h".utf8)).isEmpty)
  }

  @Test func `the rules of all classes together are all rules`() {
    let words = LayoutNumber.allRules.split(separator: "\n").map { $0.dropFirst().prefix { $0 != "{" } }
    #expect(LayoutNumber.rules(for: words) == LayoutNumber.allRules)
  }

  /// Numbers of all sizes, some beyond the limits.
  private static let samples = [-7, 0, 1, 20, 21, 40, 41, 50, 99, 100, 199, 201, 345, 803, 999, 1_001, 9_999, 10_001]

  /// A list of two rows that uses one number everywhere.
  private func list(_ value: Int) -> ContainerModel {
    let list = ContainerModel()
    list.layout = .list.margins(top: value, bottom: value, left: value, right: value).intervals(value)
      .separated(by: .init(.bottom, thickness: value))
    list.add((1...2).map { LayoutTests.Piece(id: "\($0)", height: value) })
    return list
  }

  @Test(arguments: samples)
  func `the arithmetic uses the same numbers as the classes (A55)`(value: Int) throws {
    let list = list(value)
    let classes = list.resolvedLayout.classes
    let row = list.classes(for: Layout.Placement(height: .fixed(value)))
    let boxes = list.boxes(width: 30_000)
    guard value > 0 else {
      #expect(row == "" && boxes == nil, "a height of nothing is left to the content")
      return
    }
    func shown(_ which: LayoutNumber) -> Double { Double(number(which, in: classes) ?? -1) }
    let high = Double(number(.height, in: row) ?? -1) + shown(.rule)
    let wide = 30_000 - shown(.left) - shown(.right)
    #expect(boxes?["1"] == Espalier.Box(x: shown(.left), y: shown(.top), width: wide, height: high))
    #expect(
      boxes?["2"] == Espalier.Box(x: shown(.left), y: shown(.top) + high + shown(.down), width: wide, height: high))
    #expect(boxes?[""]?.height == shown(.top) + 2 * high + shown(.down) + shown(.bottom))
    #expect(!(0...999).contains(value) || shown(.left) == Double(value))
  }

  @Test func `a container inside others uses their margins within the limits`() {
    let (root, middle) = (ContainerModel(), list(-7))
    root.layout = .list.margins(left: 2_000, right: -3)
    root.add(middle)
    middle.layout = .inherited
    middle.children.removeAll()
    middle.add(LayoutTests.Piece(id: "a", height: 8))
    #expect(middle.boxes(width: 3_000)?.values.first { $0.height == 8 && $0.x > 0 }?.x == 999)
  }

  @Test func `boxes have no known position if a background or a grid leaves something open (A12)`() {
    let root = ContainerModel()
    root.add(LayoutTests.Piece(id: "a", width: 50, height: 10))
    root.add(LayoutTests.Piece(id: "wide", width: 500, height: 5, role: .background))
    #expect(root.boxes(width: 300)?["wide"]?.width == 300, "no wider than the container")
    root.add(Backdrop())
    #expect(root.boxes(width: 300) == nil)
    root.remove(root.children[2])
    root.layout = .grid
    #expect(root.boxes(width: 300) == nil)
    root.layout = .grid(columns: 10)
    #expect(root.boxes(width: 300)?["a"]?.width == 19.2, "no wider than its column")
  }
}
