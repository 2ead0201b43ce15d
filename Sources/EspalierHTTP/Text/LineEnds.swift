extension String {
  var hasCarriageReturn: Bool { utf8.contains(0x0D) }

  /// The text with a line feed for each CR LF and each CR. Browsers send every line end of a form as CR LF (WHATWG HTML,
  /// 4.10.22), but scripts and people know it as a line feed.
  var withLineFeeds: String {
    guard hasCarriageReturn else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      if byte == 0x0D || byte != 0x0A || !isAfterReturn { bytes.append(byte == 0x0D ? 0x0A : byte) }
      isAfterReturn = byte == 0x0D
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
