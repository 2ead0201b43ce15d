import EspalierLocks
import Testing

@testable import Espalier

/// Arithmetic on an integer from a client can overflow and end the process, so events without a range cause a warning.
@Suite struct IntegerEventTests {
  private struct Panel: Content {
    static let any = Event<Int>("any")
    static let some = Event<[UInt8]>("some")
    static let maybe = Event<Int64?>("maybe")
    static let few = Event<Int>("few", in: 0...9)
    static let text = Event<String>("text")
    var step = Command<Int>.nop
    var html: HTML {
      """
      <button \(Self.any, sends: 1)>1</button><button \(Self.any, sends: 2)>2</button><button \(Self.some, sends: [1])>3</button>\
      <button \(Self.maybe, sends: 1)>4</button><button \(Self.few, sends: 1)>5</button>\
      <button \(Self.text, sends: "")>6</button><button \(step, sends: 1)>7</button>
      """
    }
  }

  private func tree(_ step: Command<Int>) -> Tree {
    let (root, inner) = (ContainerModel(), ContainerModel())
    inner.add(Panel(step: step))
    root.add(inner)
    let tree = Tree(root)
    _ = tree.flushAll()
    return tree
  }

  @Test func `each event with an integer and no range causes one warning with its place and the fix`() {
    let warnings = tree(Command<Int> { (_: Int) in }).snapshot().warningsOfIntegers
    #expect(warnings.count == 4)
    #expect(warnings.first?.contains("the event \"any\" takes any Int, ") == true)
    #expect(warnings.first?.contains("Event<Int>(\"any\", in: 0...99)") == true)
    #expect(warnings.first?.contains("EspalierTests/IntegerEventTests.swift:9:") == true)
    #expect(warnings.last?.contains("\"step\" takes any Int") == true)
    #expect(warnings.last?.contains(".accepting(0...99): EspalierTests/IntegerEventTests.swift:") == true)
  }

  @Test func `a command accepts only the values of its range`() throws {
    let taken = Lock<[Int]>([])
    let tree = tree(Command<Int> { number in taken.withLock { $0.append(number) } }.accepting(-1...1))
    #expect(tree.snapshot().warningsOfIntegers.count == 3)
    for number in [.min, -2, -1, 0, 1, 2, .max] as [Int64] {
      let refusal = DeliveryError.payload(PayloadError(field: "data", reason: "must be from -1 to 1"))
      do {
        _ = try tree.receive("step", from: tree.listedCells.last ?? "", data: .int(number))
        #expect((-1...1).contains(number))
      } catch {
        #expect(error == refusal && !(-1...1).contains(number))
      }
    }
    #expect(taken.withLock { $0 } == [-1, 0, 1])
  }
}
