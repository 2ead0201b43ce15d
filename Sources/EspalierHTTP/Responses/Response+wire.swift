extension Response {
  /// The response as it is sent without the daemon. The connection ends after it.
  func wire(id: String, withBody: Bool) -> [UInt8] {
    let body = body.collected
    var fields = wireFields.map { "\($0.name.rawValue): \($0.value)" }
    if status.code != 204 && status.code != 304 { fields.append("Content-Length: \(body.count)") }
    fields += ["Connection: close", "\(HeaderName.request.rawValue): \(id)"]
    let head = "HTTP/1.1 \(status)\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (withBody ? body : [])
  }
}
