import Testing

@testable import Espalier

/// Listening to one field of a model. The cases' unknown keys and missing actions do not compile here: a field is a key
/// path of the model's type, and the action is a closure.
@Suite struct ListenToFieldTests {
  struct Person: Equatable, Sendable {
    var name = "a", id = 1
  }

  struct Other<Mark>: Equatable, Sendable { var p1 = 0, p2 = 0, p3 = 0 }

  /// A cell in a page, and what its handlers received.
  private final class Place {
    let cell = CellModel(Note(text: ""))
    let root = ContainerModel()
    let tree: Tree
    var calls: [String] = []

    init() {
      root.add(cell)
      tree = Tree(root)
      _ = tree.flushAll()
    }

    func listenToName(_ model: Signal<Person>) -> any Cancellable {
      cell.listen(to: model, \.name) { [weak self] _, new, old in self?.calls.append("\(old ?? "nil") \(new)") }
    }

    /// The calls since the last one of this method.
    func taken() -> [String] {
      _ = tree.flushAll()
      defer { calls = [] }
      return calls
    }
  }

  @Test func `a field is received with its old value, only when it changes (BND-01, H-D12)`() {
    let (place, person) = (Place(), Signal(Person()))
    _ = place.listenToName(person)
    #expect(place.taken() == ["nil a"])
    person.update { $0.name = "b" }
    #expect(place.taken() == ["a b"])
    person.update { $0.id = 2 }
    #expect(place.taken() == [])
    person.update { $0.name = "c" }
    person.update { $0.name = "d" }
    #expect(place.taken() == ["b d"], "quick changes arrive as one")
  }

  @Test func `a node that is gone is not called (BND-01)`() {
    let person = Signal(Person())
    var place: Place? = Place()
    _ = place?.listenToName(person)
    #expect(person.listenerCount == 1)
    place = nil
    #expect(person.listenerCount == 0)
    person.update { $0.name = "b" }
  }

  @Test func `a field of a signal without a current value is received from what is sent`() {
    let (place, person) = (Place(), Signal<Person>())
    _ = place.listenToName(person)
    #expect(place.taken() == [])
    person.send(Person(name: "b"))
    person.send(Person(name: "b", id: 2))
    person.send(Person(name: "c"))
    #expect(place.taken() == ["nil b", "b c"])
  }

  @Test func `one listening, those of one model, or all end (BND-03)`() {
    func bound(_ end: (Place, Three, [any Cancellable]) -> Void) -> [Int] {
      let (place, three) = (Place(), Three())
      let bindings: [any Cancellable] = [
        place.cell.listen(to: three.f1, \.p1) { _, _, _ in }, place.cell.listen(to: three.f1, \.p2) { _, _, _ in },
        place.cell.listen(to: three.f1, \.p3) { _, _, _ in }, place.cell.listen(to: three.f2, \.p1) { _, _, _ in },
        place.cell.listen(to: three.f2, \.p2) { _, _, _ in }, place.cell.listen(to: three.f3, \.p3) { _, _, _ in },
      ]
      end(place, three, bindings)
      return [three.f1.listenerCount, three.f2.listenerCount, three.f3.listenerCount]
    }
    #expect(bound { _, _, _ in } == [3, 2, 1])
    #expect(
      bound { _, _, bindings in
        bindings[1].cancel()
        bindings[1].cancel()
      } == [2, 2, 1])
    #expect(bound { place, three, _ in place.cell.stopListening(to: three.f1) } == [0, 2, 1])
    #expect(bound { place, three, _ in place.cell.stopListening(to: three.f2) } == [3, 0, 1])
    #expect(bound { place, three, _ in place.cell.stopListening(to: three.f3) } == [3, 2, 0])
    #expect(bound { place, _, _ in place.cell.stopListening(to: Signal(0)) } == [3, 2, 1], "one that is not heard")
    #expect(bound { place, three, _ in place.root.stopListening(to: three.f1) } == [3, 2, 1], "another node")
    #expect(bound { place, _, _ in place.cell.stopListening() } == [0, 0, 0])
  }

  private struct Three {
    let f1 = Signal(Other<Int>()), f2 = Signal(Other<Bool>()), f3 = Signal(Other<String>())
  }

  @Test func `listening to a field twice replaces the handler (BND-04)`() {
    let (place, person) = (Place(), Signal(Person()))
    _ = place.listenToName(person)
    _ = place.listenToName(person)
    #expect(person.listenerCount == 1)
    #expect(place.taken() == ["nil a"])
    person.update { $0.name = "b" }
    #expect(place.taken() == ["a b"])
  }

  @Test func `another model ends the listening to the first, and the same one changes nothing (BND-05)`() {
    let (place, first, second) = (Place(), Signal(Person()), Signal(Person(name: "x", id: 9)))
    _ = place.listenToName(first)
    place.cell.listen(to: first, \.id) { _, _, _ in }
    #expect(first.listenerCount == 2)
    #expect(place.taken() == ["nil a"])
    _ = place.listenToName(first)
    #expect(place.taken() == [])
    _ = place.listenToName(second)
    #expect(place.taken() == ["nil x"])
    #expect(first.listenerCount == 0)
    first.update { $0.name = "b" }
    #expect(place.taken() == [])
    second.update { $0.name = "y" }
    #expect(place.taken() == ["x y"])
  }

  @Test func `a handler that listens to another model ends its own listening`() {
    let (place, first, second) = (Place(), Signal(Person()), Signal(Person(name: "x")))
    place.cell.listen(to: first, \.name) { cell, _, _ in cell.listen(to: second, \.name) { _, _, _ in } }
    #expect(first.listenerCount == 0)
    #expect(second.listenerCount == 1)
  }

  @Test func `listening to whole values is independent of listening to a field`() {
    let (place, person, other) = (Place(), Signal(Person()), Signal(Person()))
    place.cell.listen(to: person) { _, _ in }
    place.cell.listen(to: other) { _, _ in }
    _ = place.listenToName(person)
    #expect((person.listenerCount, other.listenerCount) == (2, 1))
    place.cell.stopListening(to: person)
    #expect((person.listenerCount, other.listenerCount) == (0, 1))
  }
}
