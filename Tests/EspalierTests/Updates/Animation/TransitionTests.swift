import Testing

@testable import Espalier

/// A change carries whether and how it is animated, and so does its operation.
@Suite struct TransitionTests {
  private let root = ContainerModel()
  private let slow = Animations(duration: .milliseconds(300), curve: .linear)

  private func viewed(_ ids: String...) throws -> Viewed {
    root.set(rows: rows(ids))
    return try Viewed(root)
  }

  /// The last word of each operation of a change. Throws if a viewer differs from a new page afterwards.
  private func words(of viewed: inout Viewed, _ change: () -> Void) throws -> [String?] {
    change()
    let changes = try viewed.check()
    let patch = try JSON(parsing: DOMDialect(html: HTMLDialect(events: "/events")).patch(changes))
    guard case .array(let operations) = patch else { return [] }
    return operations.map { if case .array(let words) = $0 { words.last?.text } else { nil } }
  }

  private func row(_ key: String) -> CellModel<Row>? { root.descendant(at: key) as? CellModel<Row> }

  @Test func `a change without animation says so, and one of 0.3 s carries 300 ms (DDP-08)`() throws {
    var viewed = try viewed("a")
    row("a")?.animateNextChange(.instant)
    row("a")?.content.text = "1"
    #expect(try viewed.patch() == #"[["=","a","0:0","1","none"]]"#)
    row("a")?.animateNextChange(Animations(duration: .milliseconds(300)))
    row("a")?.content.text = "2"
    #expect(try viewed.patch() == #"[["=","a","0:0","2","automatic 300"]]"#)
    row("a")?.content.text = "3"
    #expect(try viewed.patch() == #"[["=","a","0:0","3"]]"#)
  }

  @Test func `each kind of operation carries style, duration and curve`() throws {
    var viewed = try viewed("a", "b")
    let inner = ContainerModel(id: "inner")
    let fade = Animations(all: .fade, duration: .seconds(2), curve: .easeOut)
    let fadeWord = "fade 2000 ease-out"
    let add = try words(of: &viewed) {
      root.add(inner)
      inner.animateNextChange(fade)
    }
    #expect(add == [fadeWord])
    let change = try words(of: &viewed) {
      root.animateNextChange(fade)
      row("a")?.content.text = "new"
      root.add(CellModel(Row(id: "x")), at: .first)
    }
    #expect(change == [fadeWord, fadeWord])
    let move = try words(of: &viewed) {
      root.animateNextChange(fade)
      if let row = row("b") { root.children.move(row, to: 0) }
    }
    #expect(move == ["automatic 2000 ease-out"])
    let relocate = try words(of: &viewed) {
      root.animateNextChange(fade)
      if let row = row("b") { inner.add(row) }
    }
    #expect(relocate == ["automatic 2000 ease-out"])
    let remove = try words(of: &viewed) {
      root.animateNextChange(fade)
      root.remove(inner)
    }
    #expect(remove == [fadeWord])
  }

  @Test func `a replacement carries the style of removals if it differs`() throws {
    func patch(_ animations: Animations) throws -> [JSON] {
      var viewed = try viewed("0")
      root.set(rows: (0..<40).map { Row(id: "\($0)") }, animations: animations)
      guard case .array(let operations) = try JSON(parsing: Array(try viewed.patch().utf8)), operations.count == 1,
        case .array(let words)? = operations.first
      else { return [] }
      return Array(words.dropFirst(3))
    }
    let time = Duration.milliseconds(50)
    #expect(try patch(Animations(all: .left, duration: time)) == ["left 50"])
    #expect(try patch(Animations(insertRows: .left, duration: time)) == ["left 50", "automatic 50"])
    #expect(try patch(Animations(insertRows: .none, curve: .ease)) == ["none", "automatic ease"])
    #expect(try patch(Animations(deleteRows: .left)) == [.null, "left"])
  }

  @Test func `a node's own animation takes precedence over its parents' when it is inserted, updated and removed`()
    throws
  {
    var viewed = try viewed("a", "b")
    let update = try words(of: &viewed) {
      root.animateNextChange(.fade)
      row("b")?.animateNextChange(slow)
      row("a")?.content.text = "1"
      row("b")?.content.text = "1"
    }
    #expect(update == ["fade", "automatic 300 linear"])
    let new = CellModel(Row(id: "c"))
    let insert = try words(of: &viewed) {
      root.animateNextChange(.fade)
      root.add(new)
      new.animateNextChange(.instant)
      root.add(Row(id: "d"))
    }
    #expect(insert == ["none", "fade"])
    let remove = try words(of: &viewed) {
      new.animateNextChange(Animations(deleteRows: .left, duration: .seconds(1)))
      root.remove(new)
      if let row = row("d") { root.remove(row) }
    }
    #expect(remove == ["left 1000", "d"])
    root.add(new)
    #expect(try !viewed.patch().contains("1000"))
  }

  @Test func `an instant transition has no duration and no curve`() {
    let still = Animations.Transition(.none)
    #expect(Animations(all: .none, duration: .seconds(1), curve: .ease).exchange.insert == still)
    for duration in [Duration.zero, .seconds(-1), .microseconds(400)] {
      #expect(Animations.Transition(.fade, duration: duration, curve: .ease) == still)
    }
    #expect(Animations.Transition(duration: .microseconds(500)).milliseconds == 1)
    #expect(Animations.Transition(duration: .seconds(3600)).milliseconds == 60_000)
  }

  @Test func `a row that changes its size carries the animation with its class, even if nothing else changes`() throws {
    root.add(Tall(id: "t", height: 1, isPinned: false))
    var viewed = try Viewed(root)
    let cell = try #require(root.children.first as? CellModel<Tall>)
    cell.animateNextChange(slow)
    cell.content.height = 2
    let patch = try viewed.patch()
    #expect(patch.hasPrefix(#"[["=","t","@class","#) && patch.contains(#"e-h-2","automatic 300 linear"]"#), "\(patch)")
  }

  @Test func `a row is animated when it hides and when it shows again`() throws {
    var viewed = try viewed("a", "b")
    for (isHidden, letter) in [(true, "-"), (false, "+")] {
      row("a")?.animateNextChange(slow)
      row("a")?.isHidden = isHidden
      let patch = try viewed.patch()
      #expect(patch.hasPrefix("[[\"\(letter)\"") && patch.hasSuffix("\"automatic 300 linear\"]]"), "\(patch)")
    }
  }

  @Test func `an animation for the next change is forgotten after that change`() throws {
    var viewed = try viewed("a", "b")
    let gone = try #require(row("a"))
    gone.animateNextChange(slow)
    root.remove(gone)
    try viewed.check()
    #expect(viewed.tree.animated.isEmpty && gone.nextAnimations == nil)
    gone.animateNextChange(slow)
    #expect(gone.nextAnimations == nil)
  }

  @Test func `other dialects give the same patches with any animation`() throws {
    func patches(_ animations: Animations) throws -> [String] {
      var viewed = try viewed("a", "b")
      root.set(rows: [Row(id: "b", text: "new"), Row(id: "c")], animations: animations)
      let changes = try viewed.check()
      let turbo = TurboDialect(html: HTMLDialect(events: "/events")).patch(changes)
      return [JSONDialect.patch(changes).description, String(decoding: turbo, as: UTF8.self)]
    }
    #expect(try patches(.automatic) == patches(Animations(all: .left, duration: .seconds(1), curve: .easeIn)))
  }
}

/// Curves in CSS.
@Suite struct CurveTests {
  @Test func `the curves have the names of CSS`() {
    let all: [Animations.Curve] = [.linear, .ease, .easeIn, .easeOut, .easeInOut]
    #expect(all.map(\.word) == ["linear", "ease", "ease-in", "ease-out", "ease-in-out"])
  }

  @Test(
    arguments: [
      ((0, 0, 1, 1), "0,0,1,1"), ((0.25, 0.1, 0.25, 1), ".25,.1,.25,1"), ((0.34, 1.56, 0.64, -0.5), ".34,1.56,.64,-.5"),
      ((0.0004, 0.0005, 0.9996, 2.05), "0,.001,1,2.05"), ((-3, -30, 7, 1e300), "0,-10,1,10"),
      ((.nan, .nan, .infinity, -.infinity), "0,0,1,-10"), ((1.0 / 3, -1.0 / 3, 0.1 + 0.2, 0.007), ".333,-.333,.3,.007"),
    ] as [((Double, Double, Double, Double), String)])
  func `a Bezier curve is written as short as possible, within the limits of CSS`(
    points: (x1: Double, y1: Double, x2: Double, y2: Double), word: String
  ) {
    let curve = Animations.Curve.bezier(points.x1, points.y1, points.x2, points.y2)
    #expect(curve.word == "cubic-bezier(\(word))")
  }

  @Test(arguments: [-1, 0, 0.1, 0.3, 0.5, 0.8, 2, .nan] as [Double])
  func `a spring begins at 0, rests at 1 and swings past it as far as it says`(bounce: Double) throws {
    let places = SpringCurve(bounce: bounce).places
    #expect(places.first == 0 && places.last == 1 && (20...100).contains(places.count))
    let most = try #require(places.max())
    #expect(bounce > 0 ? most > 1 : places == places.sorted())
    #expect(abs(places[places.count - 2] - 1) < 0.01 && most < 1.6)
    let word = Animations.Curve.spring(bounce: bounce).word
    #expect(word.hasPrefix("linear(0,.") && word.hasSuffix(",1)") && word.utf8.count < 600)
  }

  @Test func `a spring swings further the more it bounces`() {
    let farthest = [0.2, 0.4, 0.6, 0.8].map { SpringCurve(bounce: $0).places.max() ?? 0 }
    #expect(farthest == farthest.sorted() && Set(farthest).count == 4)
  }
}
