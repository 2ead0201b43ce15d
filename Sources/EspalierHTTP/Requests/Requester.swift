/// On whose behalf the server works: a browser, or an address for requests without a browser's cookie. Limits and turns
/// are for each requester.
package struct Requester: Sendable, Hashable {
  /// The browser, or the address.
  package let name: String
  /// The addresses that limits count as one.
  package let group: String

  package init(name: String, group: String) { (self.name, self.group) = (name, group) }

  /// For whom the calling code works; nil if for nobody in particular.
  @TaskLocal package static var current: Requester?

  /// Runs code that works for this requester.
  package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try Self.$current.withValue(self) { Result(catching: body) }.get()
  }
}
