import EspalierServer

extension TestPage {
  /// Waits until the site's pages have finished their asynchronous work, then reads this page again.
  ///
  /// ```swift
  /// try await page.send("load", from: "header")
  /// try await page.settle()
  /// #expect(try page.contents(as: PostRow.self).map(\.title) == ["First", "Second"])
  /// ```
  ///
  /// The work is: each `task` of a node of any page, what its result starts, and what pages share, notify and signal to
  /// each other. Nothing is known of a sequence that a node follows, or of a task that a service started: wait for
  /// their effects with ``wait(within:until:)``.
  ///
  /// Throws a ``Failure`` that names the tasks if they have not ended within the limit, for example because they sleep
  /// on a clock that the test has not moved.
  public func settle(within limit: Duration = .seconds(30)) async throws {
    guard let transport = browser.transport as? any SettlingTransport else {
      let name = type(of: browser.transport)
      throw Failure(
        description: "\(name) cannot wait for the work of a site; wait for its effects with page.wait { … }")
    }
    let left = await transport.site.settle(within: limit)
    guard left.isEmpty else {
      throw Failure(
        description: """
          the site did not settle within \(limit): \(left.joined(separator: ", ")) did not end. If a task waits for a \
          clock, move the clock first; for work without an end, wait for its effects with page.wait { … }
          """)
    }
    try await reload()
  }

  /// Reads the page again and again, until a condition holds. Throws a ``Failure`` if it does not within the limit.
  ///
  /// ```swift
  /// try await page.wait { $0["price"]?["amount"] == 12 }
  /// ```
  public func wait(within limit: Duration = .seconds(30), until holds: (TestPage) throws -> Bool) async throws {
    let end = ContinuousClock.now + limit
    try await reload()
    while try !holds(self) {
      guard ContinuousClock.now < end else {
        throw Failure(description: "the condition did not hold within \(limit); the page is \(document)")
      }
      try await Task.sleep(for: .milliseconds(5))
      try await reload()
    }
  }
}
