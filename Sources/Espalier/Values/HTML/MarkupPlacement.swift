/// Where an element may stand in a cell so that a browser leaves it there (WHATWG HTML 13.2.6).
///
/// The cell itself stands in `<li>`, `<header>` or `<footer>`. What is inside `<template>` may be anything.
enum MarkupPlacement {
  private static let tableParts: Set<String> = [
    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col",
  ]
  private static let sections: Set<String> = ["tbody", "thead", "tfoot"]
  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// What a table holds beside its parts.
  private static let tableHelpers: Set<String> = ["script", "style", "template"]
  private static let document: Set<String> = ["html", "head", "body", "frame", "frameset"]
  /// Elements in which everything begins anew: what is open around them is neither closed nor a hindrance.
  private static let scopes: Set<String> = ["td", "th", "caption", "template", "object", "marquee"]

  /// Why an element cannot stand inside these open ones, and what to do about it; nil where it can.
  static func reason(against tag: TagReader.Tag, inside open: [String]) -> String? {
    let name = tag.name
    if open.contains("template") { return nil }
    if document.contains(name) { return "a browser drops <\(name)> inside a page; leave the tag out" }
    if MarkupRules.isForeign(open) {
      guard MarkupRules.endsForeign(name) else { return nil }
      let root = open.last { $0 == "svg" || $0 == "math" } ?? "svg"
      return "a browser ends <\(root)> where <\(name)> begins; close it before"
    }
    if tableParts.contains(name) {
      guard !open.contains("table") else { return nil }
      return "a browser drops <\(name)> outside a <table>; put the whole table into one cell, or use <div> with a class"
    }
    if let part = open.last, holdsParts(part), !tableHelpers.contains(name), !isHiddenInput(tag) {
      return "a browser moves <\(name)> out of <\(part)>; put it into a <td>"
    }
    if name == "form" && open.contains("form") {
      return "a browser drops a <form> inside a <form>; close the first one before"
    }
    return reason(against: name, near: scope(of: open))
  }

  private static func reason(against name: String, near open: ArraySlice<String>) -> String? {
    switch name {
    case "option" where !open.contains { ["select", "datalist"].contains($0) },
      "optgroup" where !open.contains("select"):
      return "<\(name)> is no choice outside a <select>; put the whole <select> into one cell"
    case "a", "button", "nobr":
      guard open.contains(name) else { return nil }
      return "a browser ends <\(name)> where another <\(name)> begins; close the first one before"
    case "input", "select", "textarea":
      guard open.contains("select") else { return nil }
      return "a browser ends <select> where <\(name)> begins; close it before"
    case _ where headings.contains(name):
      guard let last = open.last, headings.contains(last) else { return nil }
      return "a browser ends <\(last)> where <\(name)> begins; close it before"
    default: return nil
    }
  }

  /// Why text cannot stand inside these open elements; nil where it can.
  static func reasonAgainstText(inside open: [String]) -> String? {
    guard let part = open.last, holdsParts(part) || part == "colgroup", !open.contains("template") else { return nil }
    return "a browser moves the text out of <\(part)>; put it into a <td>"
  }

  /// The outermost of the open elements that a start tag ends, as an index; nil where it ends none.
  static func firstClosed(by name: String, inside open: [String]) -> Int? {
    if tableParts.contains(name) { return firstTablePart(closedBy: name, inside: open) }
    if open.last == "colgroup" { return tableHelpers.contains(name) ? nil : open.count - 1 }
    let near = scope(of: open)
    switch name {
    case "li": return item(["li"], in: near, upTo: ["ul", "ol", "menu"])
    case "dt", "dd": return item(["dt", "dd"], in: near, upTo: ["dl"])
    case "option", "optgroup":
      guard let last = near.indices.last, ["option", "optgroup"].contains(near[last]) else { return nil }
      if name == "option" { return near[last] == "option" ? last : nil }
      return near.dropLast().last == "optgroup" ? last - 1 : last
    case _ where MarkupRules.closesParagraph.contains(name):
      return near.lastIndex(of: "p").flatMap { near[$0...].contains("button") ? nil : $0 }
    default: return nil
    }
  }

  /// The open item that another one ends. An element between them that needs an end tag keeps it open.
  private static func item(_ items: Set<String>, in open: ArraySlice<String>, upTo lists: Set<String>) -> Int? {
    guard let index = open.lastIndex(where: { items.contains($0) || lists.contains($0) }), items.contains(open[index])
    else { return nil }
    return open[(index + 1)...].allSatisfy { $0 == "p" } ? index : nil
  }

  private static func firstTablePart(closedBy name: String, inside open: [String]) -> Int? {
    guard let table = open.lastIndex(of: "table") else { return nil }
    let parents: Set<String> =
      switch name {
      case "td", "th": sections.union(["tr", "table"])
      case "tr": sections.union(["table"])
      case "col": ["colgroup", "table"]
      default: ["table"]
      }
    let parent = open[table...].lastIndex(where: parents.contains) ?? table
    return parent + 1 < open.count ? parent + 1 : nil
  }

  private static func holdsParts(_ name: String) -> Bool { name == "table" || name == "tr" || sections.contains(name) }

  private static func isHiddenInput(_ tag: TagReader.Tag) -> Bool {
    tag.name == "input" && tag["type"]?.lowercased() == "hidden"
  }

  private static func scope(of open: [String]) -> ArraySlice<String> {
    open.lastIndex(where: scopes.contains).map { open[($0 + 1)...] } ?? open[...]
  }
}
