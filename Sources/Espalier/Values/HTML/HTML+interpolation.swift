extension HTML: ExpressibleByStringInterpolation {
  /// Markup without slots. For literals in the program only. To insert a text, write `"\(text)"`, which escapes it.
  public init(stringLiteral value: StaticString) {
    var builder = HTMLBuilder(literal: .init(bytes: value.utf8CodeUnitCount, slots: 0))
    builder.append(piece: value)
    self = builder.finish()
  }

  /// Markup with slots.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.builder.finish() }

  /// The values that `\( )` accepts in a cell's markup.
  public struct StringInterpolation: StringInterpolationProtocol {
    var builder: HTMLBuilder

    /// Reserves room for the literals and a few bytes for each slot.
    public init(literalCapacity: Int, interpolationCount: Int) {
      builder = HTMLBuilder(literal: .init(bytes: literalCapacity, slots: interpolationCount))
    }

    /// A static piece.
    public mutating func appendLiteral(_ literal: StaticString) { builder.append(piece: literal) }

    /// A text, escaped for its position in the markup.
    public mutating func appendInterpolation(_ text: String) { builder.append(text: text) }

    /// A whole number.
    public mutating func appendInterpolation(_ number: Int) { builder.append(number: number) }

    /// Any value with a description, escaped for its position in the markup.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      builder.append(text: value.description)
    }

    /// Other markup.
    public mutating func appendInterpolation(_ html: HTML) { builder.append(html: html) }

    /// Other markup, or nothing.
    public mutating func appendInterpolation(_ html: HTML?) {
      if let html { builder.append(html: html) }
    }

    /// Several pieces of markup one after another.
    public mutating func appendInterpolation(_ pieces: [HTML]) {
      for html in pieces { builder.append(html: html) }
    }

    /// Trusted markup.
    public mutating func appendInterpolation(_ raw: RawHTML) { builder.append(raw: raw) }

    /// An attribute without a value: `<button \("disabled", when: quantity == 1)>`.
    public mutating func appendInterpolation(_ attribute: StaticString, when isOn: Bool) {
      builder.append(flag: attribute, when: isOn)
    }

    /// Makes a button send an event with this data: `<button \(Self.like, sends: "Like")>Like</button>`.
    /// With a `trigger`, the button is also pressed then: `<button \(Self.step, sends: 1, on: .keys([.arrowRight]))>`.
    public mutating func appendInterpolation<Payload>(
      _ event: Event<Payload>, sends data: Payload, on trigger: FormTrigger? = nil
    ) {
      do {
        builder.append(event: event.name, sends: try JSON(encoding: data), on: trigger)
      } catch {
        builder.fail("the data of the event \(event.name.label) cannot be encoded: \(error)")
      }
    }

    /// Makes a button send an event without data: `<button \(Self.clear)>Clear</button>`. With a `trigger`, it is also pressed
    /// then: `<button \(Self.close, on: .clickOutside)>`.
    ///
    /// Makes a form send its fields as an event's data when it is submitted and, if you name a `trigger`, also on each
    /// of these: `<form \(Self.search, on: .input)><input name="query"></form>`.
    ///
    /// The names of the fields are the names of the payload's properties. For a payload that is a single value, the
    /// field is `data`.
    public mutating func appendInterpolation<Payload>(_ event: Event<Payload>, on trigger: FormTrigger? = nil) {
      builder.append(event: event.name, sends: nil, on: trigger)
    }

    /// Not available: a row is a value, so its action is a ``Command``.
    @available(
      *, unavailable,
      message: "a closure cannot be a field of a content; make it a Command, as in `var delete = Command.nop`"
    )
    public mutating func appendInterpolation(_ action: (() -> Void)?) {}

    /// Not available: a row is a value, so its action is a ``Command``.
    @available(
      *, unavailable,
      message: "a closure cannot be a field of a content; make it a Command, as in `var choose = Command<Int>.nop`"
    )
    public mutating func appendInterpolation<Value>(_ action: ((Value) -> Void)?, sends data: Value) {}
  }
}
