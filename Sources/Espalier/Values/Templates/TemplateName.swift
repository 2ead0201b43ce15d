/// Where the markup of a template cell is.
public enum TemplateName: Sendable, Hashable, CustomStringConvertible {
  /// The file `Templates/NAME.html`.
  case file(String)
  /// The block `<template data-cell="NAME">` inside the page template `Templates/PAGE.html`.
  case block(String, in: String)

  /// `Person`, or `people#Person` for a block.
  public var description: String {
    switch self {
    case .file(let name): name
    case .block(let name, let page): "\(page)#\(name)"
    }
  }
}

/// Why a template cannot be used, with the file and the line.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as `Templates` names it.
  package let file: String
  /// The line, counted from 1; 0 for the whole file.
  package let line: Int
  /// What is wrong, and how to fix it.
  package let reason: String

  /// An error in a line of a file.
  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`, as compilers write it.
  public var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}
