import Testing

@testable import Espalier

/// Numbers in layouts become classes for the style sheet.
@Suite struct LayoutNumberTests {
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
}
