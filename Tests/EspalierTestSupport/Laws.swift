import Foundation

/// How often a test tries a law with random input: `most` times if ESPALIER_LONG is 1, and a fifth of that otherwise.
package func rounds(_ most: Int) -> Int {
  ProcessInfo.processInfo.environment["ESPALIER_LONG"] == "1" ? most : most / 5
}

/// The seeds of a law that is tried up to `most` times.
package func seeds(_ most: Int) -> Range<Int> { 0..<rounds(most) }
