extension HTML: ExpressibleByStringInterpolation {
  /// Markup without slots. For literals in the program only: a text at hand is escaped by `"\(text)"`.
  public init(stringLiteral value: String) {
    var builder = HTMLBuilder(byteCapacity: value.utf8.count, slotCapacity: 0)
    builder.append(literal: value)
    self = builder.finish()
  }

  /// Markup with slots.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.builder.finish() }

  /// What may stand inside `\( )` in a cell's markup.
  public struct StringInterpolation: StringInterpolationProtocol {
    var builder: HTMLBuilder

    /// Room for the literals and a few bytes for each slot.
    public init(literalCapacity: Int, interpolationCount: Int) {
      builder = HTMLBuilder(byteCapacity: literalCapacity + interpolationCount * 32, slotCapacity: interpolationCount)
    }

    /// A static piece.
    public mutating func appendLiteral(_ literal: String) { builder.append(literal: literal) }

    /// A text, escaped for the place where it stands.
    public mutating func appendInterpolation(_ text: String) { builder.append(text: text) }

    /// A whole number.
    public mutating func appendInterpolation(_ number: Int) { builder.append(number: number) }

    /// Anything that describes itself, escaped for the place where it stands.
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
    public mutating func appendInterpolation<Payload>(_ event: Event<Payload>, sends data: Payload) {
      do {
        builder.append(event: event.name, sends: try JSON(encoding: data))
      } catch {
        builder.fail("the data of the event \(event.name.label) cannot be encoded: \(error)")
      }
    }

    /// Makes a button send an event without data: `<button \(Self.clear)>Clear</button>`.
    public mutating func appendInterpolation(_ event: Event<NoData>) {
      builder.append(event: event.name, sends: nil)
    }

    /// Makes a button run a command of the row: `<button \(delete)>Delete</button>`.
    public mutating func appendInterpolation(_ command: Command) {
      builder.append(command: command, sends: nil)
    }

    /// Makes a button run a command with this value: `<button \(choose, sends: 3)>Three</button>`.
    public mutating func appendInterpolation<Value>(_ command: CommandWith<Value>, sends value: Value) {
      do {
        builder.append(command: command, sends: try JSON(encoding: value))
      } catch {
        builder.fail("the value of the command \(command.id) cannot be encoded: \(error)")
      }
    }

    /// Makes a form run a command with its fields, when submitted and, if wished, on each `trigger`.
    public mutating func appendInterpolation<Value>(_ command: CommandWith<Value>, on trigger: FormTrigger?) {
      builder.append(command: command, sends: nil, on: trigger)
    }

    /// Makes a form send its fields as an event's data, when submitted and, if wished, on each `trigger`:
    /// `<form \(Self.search, on: .input)><input name="query"></form>`.
    ///
    /// The fields' names are those of the payload; a payload that is a single value is the field `data`.
    public mutating func appendInterpolation<Payload>(_ event: Event<Payload>, on trigger: FormTrigger? = nil) {
      builder.append(event: event.name, sends: nil, on: trigger)
    }
  }
}
