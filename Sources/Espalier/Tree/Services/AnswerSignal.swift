import EspalierLocks

/// A signal that asks: each listener answers, and `ask` returns the answers in the order in which the listeners came.
///
/// ```swift
/// let offers = AnswerSignal<Item, Price?>()
/// offers.answer(named: "shop") { item in shop.price(of: item) }
/// offers.answer(named: "market") { item in market.price(of: item) }
/// let best = offers.ask(item).compactMap(\.self).min()
/// ```
///
/// It is thread-safe: listeners answer on the thread that asks. Cost of asking: one call for each listener.
public final class AnswerSignal<Question: Sendable, Answer: Sendable>: Sendable {
  private let signal = Signal<Asking>()

  /// One question, and the answers so far.
  private struct Asking: Sendable {
    let question: Question
    let answers: Lock<[Answer]>
  }

  /// A signal without listeners.
  public init() {}

  /// Answers each question from now on, until the result is cancelled or the listeners are cleared. A listener with the
  /// name of an earlier one replaces it and takes its place in the order.
  @discardableResult
  public func answer(
    named name: String? = nil, _ handler: @escaping @Sendable (Question) -> Answer
  ) -> any Cancellable & Sendable {
    signal.listen(named: name) { asking in
      let answer = handler(asking.question)
      asking.answers.withLock { $0.append(answer) }
    }
  }

  /// Asks all listeners, and returns their answers in order.
  public func ask(_ question: Question) -> [Answer] {
    let asking = Asking(question: question, answers: Lock([]))
    signal.send(asking)
    return asking.answers.withLock { $0 }
  }

  /// The number of listeners.
  public var listenerCount: Int { signal.listenerCount }

  /// Ends the answers of all listeners.
  public func removeAllListeners() { signal.removeAllListeners() }
}
