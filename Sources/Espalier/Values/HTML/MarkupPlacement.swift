/// Decides whether a browser leaves an element of a cell where it is written (WHATWG HTML 13.2.6).
///
/// The cell itself is inside `<li>`, `<header>` or `<footer>`. Inside `<template>`, every element is allowed.
enum MarkupPlacement {
  private static let tableParts: Set<String> = [
    "tr", "td", "th", "tbody", "thead", "tfoot", "caption", "colgroup", "col",
  ]
  private static let sections: Set<String> = ["tbody", "thead", "tfoot"]
  private static let headings: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
  /// Elements that a table may contain in addition to its parts.
  private static let tableHelpers: Set<String> = ["script", "style", "template"]
  private static let document: Set<String> = ["html", "head", "body", "frame", "frameset"]
  /// Elements that start a new scope: a start tag inside them ignores the open elements around them.
  private static let scopes: Set<String> = ["td", "th", "caption", "template", "object", "marquee"]

  /// Why an element is not allowed inside these open elements, and how to fix it; nil if it is allowed.
  static func reason(against tag: TagReader.Tag, inside open: [String]) -> String? {
    let name = tag.name
    if open.contains("template") { return nil }
    if document.contains(name) { return "a browser drops <\(name)> inside a page; leave the tag out" }
    if MarkupRules.isForeign(open) {
      guard MarkupRules.endsForeign(name) else { return nil }
      let root = open.last { $0 == "svg" || $0 == "math" } ?? "svg"
      return "a browser ends <\(root)> where <\(name)> begins; close it first"
    }
    if tableParts.contains(name) {
      guard !open.contains("table") else { return nil }
      return """
        a browser drops <\(name)> outside a <table>; give the container the layout .table, put the whole table into one \
        cell, or use <div> with a class
        """
    }
    if let part = open.last, holdsParts(part), !tableHelpers.contains(name), !isHiddenInput(tag) {
      return "a browser moves <\(name)> out of <\(part)>; put it into a <td>"
    }
    if name == "form" && open.contains("form") {
      return "a browser drops a <form> inside a <form>; close the first <form> before the second"
    }
    return reason(against: name, near: scope(of: open))
  }

  private static func reason(against name: String, near open: ArraySlice<String>) -> String? {
    switch name {
    case "option" where !open.contains { ["select", "datalist"].contains($0) },
      "optgroup" where !open.contains("select"):
      return "<\(name)> has no effect outside a <select>; put the whole <select> into one cell"
    case "a", "button", "nobr":
      guard open.contains(name) else { return nil }
      return "a browser ends <\(name)> where another <\(name)> begins; close the first <\(name)> before the second"
    case "input", "select", "textarea":
      guard open.contains("select") else { return nil }
      return "a browser ends <select> where <\(name)> begins; close it first"
    case _ where headings.contains(name):
      guard let last = open.last, headings.contains(last) else { return nil }
      return "a browser ends <\(last)> where <\(name)> begins; close it first"
    default: return nil
    }
  }

  /// Why text is not allowed inside these open elements, and how to fix it; nil if it is allowed.
  static func reasonAgainstText(inside open: [String]) -> String? {
    guard let part = open.last, holdsParts(part) || part == "colgroup", !open.contains("template") else { return nil }
    return "a browser moves the text out of <\(part)>; put it into a <td>"
  }

  /// The index of the outermost open element that a start tag closes; nil if it closes none.
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

  /// The index of the open item that a new item closes. An open element between them that needs an end tag prevents
  /// that.
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
