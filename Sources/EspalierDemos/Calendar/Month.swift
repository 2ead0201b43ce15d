/// A month of thirty days that begins on a Monday, and its appointments.
struct Month: Sendable {
  /// A name and a time of day.
  struct Appointment: Hashable, Codable, Sendable {
    let name: String
    let time: String
  }

  let name: String
  let days: ClosedRange<Int>
  let today: Int
  let appointments: [Int: [Appointment]]

  static let sample = Month(
    name: "June", days: 1...30, today: 15,
    appointments: [
      2: [hair], 4: [nails], 7: [hair, nails], 12: [hair, walk], 13: [nails], 17: [hair, nails, walk], 20: [walk],
      21: [hair], 25: [nails], 26: [nails, walk],
    ])
}

private let hair = Month.Appointment(name: "Hair", time: "9:30")
private let nails = Month.Appointment(name: "Nails", time: "14:00")
private let walk = Month.Appointment(name: "Walk", time: "18:15")
