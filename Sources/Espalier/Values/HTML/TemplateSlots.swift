extension HTML {
  /// Why a value in a `<template>` is not allowed, with the markup before it, and what to do instead; nil if there is
  /// none. The content of a `<template>` is a document of its own, which patches do not reach.
  var reasonAgainstTemplateSlots: String? {
    var (start, depth) = (0, 0)
    for token in TagReader(bytes) {
      switch token {
      case .start(let tag) where tag.name == "template":
        if depth == 0 { start = tag.range.upperBound }
        depth += 1
      case .end("template", let range):
        depth -= 1
        if depth == 0, let slot = slots.first(where: { start <= $0.start && $0.end <= range.lowerBound }) {
          let before = String(decoding: bytes[start..<Int(slot.start)].suffix(40), as: UTF8.self)
          return """
            the value after \(before) is in a <template>, where a page never changes it; put it into a data attribute of \
            the <template> or beside it
            """
        }
      case .start, .end, .text, .comment: continue
      }
    }
    return nil
  }
}
