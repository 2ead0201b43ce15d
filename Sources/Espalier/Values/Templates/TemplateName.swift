/// Where a template cell's markup stands.
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

/// A template that cannot be used: where, and why.
public struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, as `Templates` names it.
  package let file: String
  /// The line, counted from 1; 0 where the whole file is meant.
  package let line: Int
  /// What is wrong, and what would be right.
  package let reason: String

  /// Names a place and what is wrong there.
  package init(file: String, line: Int, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// `file:line: reason`, as compilers write it.
  public var description: String { line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)" }
}
