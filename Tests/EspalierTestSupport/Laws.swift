import Foundation

/// How often a test tries a law with random input: `most` times if ESPALIER_LONG is 1, and a fifth of that otherwise. Under
/// valgrind, where everything takes thirty times longer, ESPALIER_VALGRIND is 1, and it is a 250th. At least once.
package func rounds(_ most: Int) -> Int {
  let environment = ProcessInfo.processInfo.environment
  if environment["ESPALIER_LONG"] == "1" { return most }
  return max(1, most / (environment["ESPALIER_VALGRIND"] == "1" ? 250 : 5))
}

/// The seeds of a law that is tried up to `most` times.
package func seeds(_ most: Int) -> Range<Int> { 0..<rounds(most) }
