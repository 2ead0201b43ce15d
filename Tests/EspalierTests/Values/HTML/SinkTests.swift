import Testing

@testable import Espalier

/// A value in any attribute of the HTML standard is escaped for what the attribute means, or refused.
@Suite struct SinkTests {
  /// Attributes that hold a URL, with their elements (WHATWG HTML, index of attributes; obsolete ones; SVG 2; MathML).
  private static let urls = """
    action:form archive:object attributionsrc:a background:body background:table cite:blockquote cite:del cite:ins cite:q \
    classid:object codebase:object data:object dynsrc:img formaction:button formaction:input href:a href:area href:link \
    href:use href:image href:math href:mi longdesc:img longdesc:iframe lowsrc:img manifest:html ping:a ping:area \
    poster:video profile:head src:audio src:embed src:iframe src:img src:input src:source src:track src:video \
    xlink:href:a xlink:href:use xlink:href:image
    """
  /// Attributes in which no text can do harm.
  private static let texts = """
    abbr:th accept:input accept-charset:form accesskey:p allow:iframe alt:img as:link autocapitalize:p autocomplete:input \
    autocorrect:p blocking:link charset:meta class:p color:link cols:textarea colspan:td command:button commandfor:button \
    content:meta contenteditable:p coords:area crossorigin:img datetime:time decoding:img dir:p dirname:input download:a \
    draggable:p enctype:form enterkeyhint:p fetchpriority:img for:label form:input formenctype:button formmethod:button \
    formtarget:button headers:td height:img high:meter hreflang:a id:p imagesizes:link imagesrcset:link inputmode:p \
    integrity:link is:p itemid:p itemprop:p itemref:p itemtype:p kind:track label:track lang:p list:input loading:img \
    low:meter max:meter maxlength:input media:link method:form min:meter minlength:input name:input nonce:link \
    optimum:meter pattern:input placeholder:input popover:p popovertarget:button popovertargetaction:button preload:video \
    referrerpolicy:a rel:a rows:textarea rowspan:td sandbox:iframe scope:th shape:area size:input sizes:img slot:p \
    span:col spellcheck:p srclang:track srcset:img srcset:source start:ol step:input tabindex:p target:a title:p \
    translate:p type:a type:button usemap:img value:input value:li value:param width:img wrap:textarea \
    writingsuggestions:p data-x:p aria-label:p d:path fill:path to:div from:div values:svg by:div
    """
  private static let refused = """
    srcdoc:iframe style:p onclick:p onload:svg onbegin:animate onscrollsnapchanging:p href:base src:script href:script \
    xlink:href:script type:script data-module:div http-equiv:meta attributeName:animate attributeName:set \
    attributeName:animateTransform
    """

  private static func pairs(_ text: String) -> [(element: String, attribute: String)] {
    text.split { $0 == " " || $0 == "\n" }.map { pair in
      let colon = pair.lastIndex(of: ":") ?? pair.endIndex
      return (String(pair[colon...].dropFirst()), String(pair[..<colon]))
    }
  }

  private func written(_ before: String, _ value: String, _ after: String) -> HTML {
    var builder = HTMLBuilder(byteCapacity: 0, slotCapacity: 1)
    builder.append(literal: before)
    builder.append(text: value)
    builder.append(literal: after)
    return builder.finish()
  }

  private func html(_ element: String, _ attribute: String, _ value: String) -> HTML {
    written("<\(element) \(attribute)=\"", value, MarkupRules.void.contains(element) ? "\">" : "\"></\(element)>")
  }

  @Test func `a URL cannot run code and keeps its meaning, also in a patch`() {
    for (element, attribute) in Self.pairs(Self.urls) {
      let name = "\(attribute) of \(element)"
      for unsafe in [
        "javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "vbscript:x", " javascript:x", "java\tscript:x",
      ] {
        let html = html(element, attribute, unsafe)
        #expect(html.fault == nil && html.source.contains("\"about:invalid\""), "\(name): \(html.source)")
      }
      let safe = html(element, attribute, "/a b?c=\"1\"&d#e")
      #expect(safe.source.contains("\"/a%20b?c=&quot;1&quot;&amp;d#e\""), "\(name): \(safe.source)")
      checkPatch(of: safe, attribute, "/a%20b?c=\"1\"&d#e")
    }
  }

  @Test func `text is shown as it is, also in a patch`() {
    for (element, attribute) in Self.pairs(Self.texts) {
      let html = html(element, attribute, "\"><script>a</script>&'")
      let escaped = "\"&quot;&gt;&lt;script&gt;a&lt;/script&gt;&amp;&#39;\""
      #expect(html.fault == nil && html.source.contains(escaped), "\(attribute) of \(element): \(html.source)")
      checkPatch(of: html, attribute, "\"><script>a</script>&'")
    }
  }

  /// The patch names the attribute and has its new value, or it has the whole cell.
  private func checkPatch(of html: HTML, _ attribute: String, _ value: String) {
    guard let values = Shape(of: html)?.values(of: [0], in: html) else { return }
    #expect(values.map(\.locator) == ["0@\(attribute)"] && values.map(\.value) == [value], "\(html.source)")
  }

  @Test func `what would run code or lead elsewhere is refused with another way`() {
    for (element, attribute) in Self.pairs(Self.refused) {
      let fault = html(element, attribute, "x").fault
      #expect(fault?.contains("; ") == true, "\(attribute) of \(element): \(fault ?? "allowed")")
    }
    for tag in ["http-equiv=\"refresh\" content=\"", "HTTP-EQUIV=refresh content=\""] {
      #expect(written("<meta \(tag)", "0;url=/x", "\">").fault?.contains("navigation") == true)
    }
    #expect(written("<meta content=\"", "0;url=/x", "\" http-equiv=\"refresh\">").fault?.contains("navigation") == true)
  }

  @Test func `a script's URL may have a value at its end, and each URL of a list is one`() {
    #expect(
      written("<script src=\"/a.js?v=", "1&2", "\"></script>").source == "<script src=\"/a.js?v=1%262\"></script>")
    #expect(written("<p data-module=\"/a/", "../b", "\">").source == "<p data-module=\"/a/..%2Fb\">")
    let pings: HTML = "<a ping=\"\("/a") \("/b") \("javascript:x")\">c</a>"
    #expect(pings.source == "<a ping=\"/a /b about:invalid\">c</a>")
  }

  @Test func `an animation cannot give a link a URL that runs code`() {
    for attribute in ["to", "from", "by", "values"] {
      for (value, expected) in [
        ("javascript:x", "about:invalid"), ("#a; JAVASCRIPT:x", "about:invalid"), ("0;1.5;#fff", "0;1.5;#fff"),
      ] {
        for element in ["set", "animate", "animateTransform", "animateMotion"] {
          #expect(
            html(element, attribute, value).source.contains("\(attribute)=\"\(expected)\""), "\(element) \(attribute)")
        }
      }
    }
  }

  @Test func `no value is allowed where a browser reads no escapes`() {
    for element in ["iframe", "noembed", "noframes", "xmp", "plaintext", "script type=\"a/b\""] {
      let fault = written("<\(element)>", "x", "</\(element.prefix { $0 != " " })>").fault
      #expect(fault?.contains("a value is not allowed inside") == true, "\(element)")
    }
    #expect(written("<!-- ", "x", " -->").fault != nil && written("<style>", "x", "</style>").fault != nil)
    for element in ["noscript", "title", "textarea", "pre", "object", "video", "canvas"] {
      #expect(written("<\(element)>", "<b>", "</\(element)>").source.contains("&lt;b&gt;"), "\(element)")
    }
  }

  @Test func `a value in a template is refused with its place and another way`() {
    let wrong: [HTML] = [
      "<template><p>\("x")</p></template>", "<div><template>a<template></template>\("x")</template></div>",
      "<template><p title=\"\("x")\"></p></template>", "<template><p \("hidden", when: true)></p></template>",
      "<template><button \(Row.tap, sends: 3)>+</button></template>",
    ]
    for html in wrong {
      let reason = html.fault(ofCellAt: "a")?.description ?? ""
      #expect(reason.contains("is in a <template>") && reason.contains("; "), "\(html.source): \(reason)")
    }
    #expect(wrong[0].fault(ofCellAt: "a")?.description.contains("the value after <p> is in") == true)
    let right: HTML =
      "<template data-a=\"\("x")\"><p>1</p></template><p>\("x")</p><textarea><template>\("x")</textarea>"
    #expect(right.fault(ofCellAt: "a") == nil)
  }
}
