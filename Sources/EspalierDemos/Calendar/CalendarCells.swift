import Espalier

/// The month, and a way back for what was deleted.
struct MonthTitle: Content {
  var name: String
  var putBack: Command<NoData>?
  var html: HTML {
    "<h2>\(name)</h2>\(putBack.map { "<button class=\"plain\" \($0)>Put all back</button>" as HTML })"
  }
}

/// One day: its number, a ring where it is today, a dot for each appointment.
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
    <button class="day \(isToday ? "today" : "")" \(select) aria-pressed="\(isSelected)" aria-label="\(label)">\
    <span>\(id)</span><span class="dots">\([HTML](repeating: "<i></i>", count: dots))</span></button>
    """
  }
}

/// One appointment of the day that is selected.
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

/// What is said of a day on which nothing is planned.
struct FreeDay: Content, Identifiable {
  let id: Int
  var month: String
  var html: HTML { "<p class=\"note\">Nothing on \(month) \(id).</p>" }
}
