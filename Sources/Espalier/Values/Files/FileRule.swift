/// Which files an event takes.
package struct FileRule: Sendable, Hashable {
  /// The kinds.
  package let kinds: Set<FileKind>
  /// Bytes of one file.
  package let most: Int

  /// Why the first of these files that is refused is refused; nil if none is.
  func refusal(of files: [UploadedFiles.Entry]) -> FileRefusal? {
    for entry in files {
      guard entry.file.size <= most else { return FileRefusal(field: entry.field, reason: .tooLarge(most: most)) }
      guard let kind = entry.file.kind, kinds.contains(kind) else {
        return FileRefusal(field: entry.field, reason: .kind(accepted: FileKind.allCases.filter(kinds.contains)))
      }
    }
    return nil
  }
}

/// Why an event does not take a file.
package struct FileRefusal: Error, Hashable, Sendable {
  /// Why.
  package enum Reason: Hashable, Sendable {
    /// The event takes no files at all.
    case noFiles
    /// It takes smaller files only.
    case tooLarge(most: Int)
    /// It takes other kinds only.
    case kind(accepted: [FileKind])
  }

  /// The field of the form.
  package let field: String
  /// Why.
  package let reason: Reason
}

/// The files of one form. The form's data has a reference at the place of each.
package struct UploadedFiles: Sendable {
  /// One file and the form's field that it came with.
  package struct Entry: Sendable {
    package let field: String
    package let file: UploadedFile
  }

  /// In the order of the form.
  package private(set) var entries: [Entry] = []
  /// The files by their references.
  private(set) var byReference: [String: any Sendable] = [:]

  /// No files.
  package init() {}

  /// Adds a file. Returns what stands for it in the form's data: it is equal if somebody sends the same form again.
  package mutating func add(_ file: UploadedFile, field: String) -> JSON {
    let reference = "\(entries.count)-\(file.hash)"
    entries.append(Entry(field: field, file: file))
    byReference[reference] = file
    return JSON.reference(reference)
  }

  /// Why the first file that a rule refuses is refused; nil if none is.
  func refusal(by rule: FileRule?) -> FileRefusal? {
    guard let first = entries.first else { return nil }
    return rule.map { $0.refusal(of: entries) } ?? FileRefusal(field: first.field, reason: .noFiles)
  }
}
