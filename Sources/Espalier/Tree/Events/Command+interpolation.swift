extension HTML.StringInterpolation {
  /// Makes a button run a command with this value: `<button \(choose, sends: 3)>Three</button>`.
  /// With a `trigger`, the button is also pressed then.
  public mutating func appendInterpolation<Value>(
    _ command: Command<Value>, sends value: Value, on trigger: FormTrigger? = nil
  ) {
    do {
      builder.append(command: command, sends: try JSON(encoding: value), on: trigger)
    } catch {
      builder.fail("the value of the command \(command.id) cannot be encoded: \(error)")
    }
  }

  /// Makes a button run a command of the row: `<button \(delete)>Delete</button>`.
  ///
  /// Makes a form run a command with its fields when it is submitted and, if you name a `trigger`, also on each of
  /// these.
  public mutating func appendInterpolation<Value>(_ command: Command<Value>, on trigger: FormTrigger? = nil) {
    builder.append(command: command, sends: nil, on: trigger)
  }
}
