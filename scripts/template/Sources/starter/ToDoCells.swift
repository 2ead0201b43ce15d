import Espalier

/// The form above the list. It sends an event with the text of its field.
struct NewToDo: Content {
  static let add = Event<String>("add")

  var html: HTML {
    """
    <form class="new" \(Self.add)>\
    <input name="data" required maxlength="200" autocomplete="off" placeholder="What is next?" aria-label="What is next?">\
    <button class="primary">Add</button></form>
    """
  }
}

/// A row. Its commands say what its buttons do; the list makes them.
struct ToDoRow: Content, Identifiable {
  let id: Int
  var title: String
  var isDone = false
  var toggle = Command.nop
  var remove = Command.nop

  var html: HTML {
    """
    <button class="tick" \(toggle) aria-pressed="\(isDone)"><span class="box" aria-hidden="true"></span>\
    <span class="title">\(title)</span></button>\
    <button class="remove" \(remove) aria-label="Remove “\(title)”">×</button>
    """
  }
}

/// The row of an empty list.
struct NothingToDo: Content {
  var html: HTML { "<p>Nothing to do. Well done!</p>" }
}

/// The line below the list.
struct Summary: Content {
  var open = 0
  var done = 0

  var html: HTML { "<p><b>\(open)</b> to do, <b>\(done)</b> done</p>" }
}
