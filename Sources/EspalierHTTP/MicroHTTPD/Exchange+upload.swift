extension Exchange {
  /// What receives the body if it is a form with files that the responder takes; nil for another body.
  ///
  /// A browser shows no answer that arrives while it sends: it reports a lost connection. So a refused form is read to its
  /// end and ignored, unless it is very large or the client waits for permission to send it.
  func receiver(of head: CheckedHead, from client: Client) throws(HTTPError) -> FormReceiver? {
    guard head.length > 0, head.method == .post,
      let type = head.headers.contentType, type.isSame(as: .multipartForm),
      let taking = loop.responder as? any FileTaking
    else { return nil }
    do throws(HTTPError) {
      let request = Request(head.method, head.target, headers: head.headers, body: [], client: client, id: id)
      guard let limit = try taking.fileLimit(of: request) else { return nil }
      try admit(head.length, limit: limit)
      return FormReceiver(type, in: loop.shared.uploadFolder, loop.limits)
    } catch {
      let asks = head.headers["Expect"]?.lowercased().contains("100-continue") == true
      guard !asks, head.length <= 8 * loop.limits.upload else { throw error }
      return FormReceiver(refusing: error)
    }
  }

  /// Checks that the form is not too large, and reserves room for it.
  private func admit(_ length: Int, limit: Int) throws(HTTPError) {
    let limit = min(limit, loop.limits.upload)
    guard length <= limit else {
      throw HTTPError(.contentTooLarge, "The form with its files is larger than \(limit) bytes.").crossing(.upload)
    }
    if let free = TemporaryFile.freeBytes(in: loop.shared.uploadFolder), free - length < loop.limits.uploadReserve {
      throw HTTPError(.unavailable, "The server has no room for files now; try again later.")
        .crossing(.uploadReserve, retryAfter: .seconds(60))
    }
    guard loop.shared.uploads.enter(length, from: group) else {
      throw HTTPError(.unavailable, "The server is receiving as many files as it can hold; try again later.")
        .crossing(.uploads, retryAfter: .seconds(1))
    }
    uploadRoom = length
  }
}
