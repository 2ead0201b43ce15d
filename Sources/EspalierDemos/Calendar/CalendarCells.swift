import Espalier

/// The month, and a button that restores deleted appointments.
struct MonthTitle: Content {
  var name: String
  var putBack: Command<NoData>?
  var html: HTML {
    "<h2>\(name)</h2>\(putBack.map { "<button class=\"plain\" \($0)>Restore all</button>" as HTML })"
  }
}

/// One day: its number, a ring if it is today, and a dot for each appointment.
struct DayCell: Content, Identifiable {
  let id: Int
  var month: String
  var dots: Int
  var isToday: Bool
  var isSelected: Bool
  var select = Command.nop

  private var label: String {
    let planned = dots == 0 ? "" : ", \(dots) appointment\(dots == 1 ? "" : "s")"
    return "\(month) \(id)\(isToday ? ", today" : "")\(planned)"
  }

  var html: HTML {
    """
    <button class="day \(isToday ? "today" : "")" \(select) aria-pressed="\(isSelected)" aria-label="\(label)" \
    aria-current="\(isToday ? "date" : "false")">\
    <span>\(id)</span><span class="dots">\([HTML](repeating: "<i></i>", count: dots))</span></button>
    """
  }
}

/// One appointment of the selected day.
struct AppointmentRow: Content, Identifiable {
  let id: String
  var appointment: Month.Appointment
  var delete = Command.nop
  var html: HTML {
    """
    <time>\(appointment.time)</time><span>\(appointment.name)</span>\
    <button class="quiet" \(delete) aria-label="Delete \(appointment.name)">Delete</button>
    """
  }
}

/// The line below the month. It says what the selected day has; screen readers announce it.
struct DayNote: Content {
  var day: String?
  var count: Int

  private var text: String {
    guard let day else { return "Press a day to see its appointments." }
    return "\(day): \(count == 0 ? "no" : "\(count)") appointment\(count == 1 ? "" : "s")"
  }

  var html: HTML { "<p role=\"status\">\(text)</p>" }
}

/// The row below the month if the selected day has no appointments.
struct FreeDay: Content, Identifiable {
  let id: Int
  var html: HTML { "<p class=\"note\">A free day.</p>" }
}
