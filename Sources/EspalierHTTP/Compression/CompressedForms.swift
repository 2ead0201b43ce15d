import EspalierLocks

/// The compressed forms of a text. Each form is made at the first request for it.
final class CompressedForms: Sendable {
  /// Sizes in bytes of the files that are compressed. Smaller files gain nothing; larger files would delay other
  /// requests.
  static let sizes = 200...ContentCoding.most

  private let plain: [UInt8]
  private let forms = Lock<[ContentCoding: [UInt8]?]>([:])

  init(_ plain: [UInt8]) { self.plain = plain }

  /// The bytes in a coding; nil if it does not save enough.
  subscript(coding: ContentCoding) -> [UInt8]? {
    forms.withLock { forms in
      if let form = forms[coding] { return form }
      let form = coding.encode(plain)
      forms[coding] = .some(form)
      return form
    }
  }
}
