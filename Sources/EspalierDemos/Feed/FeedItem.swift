/// The sentences that somebody wrote, and the comments of others.
struct FeedItem: Codable, Equatable, Sendable {
  let user: String
  let sentences: [String]
  var shown = 1
  var remarks: [String]

  static let samples = [
    FeedItem(
      user: "Edda",
      sentences: [
        "The medlar has set fruit.", "Nineteen of them, as hard as nuts.",
        "They stay on the tree until the first frost.",
        "Then they lie in straw for three weeks, and nobody who sees them would eat one.", "One should.",
      ], remarks: ["With cheese!", "Ours never set any."]),
    FeedItem(
      user: "Finn",
      sentences: [
        "New wires on the north wall.", "The old ones had cut into the bark.",
        "Soft ties this time, and a finger's breadth between wood and wire.",
      ], remarks: ["What is that tie called?"]),
    FeedItem(
      user: "Gil",
      sentences: [
        "Somebody has picked the pears.", "All of them, and with a ladder.",
        "There is a thank-you note under the flower pot.",
        "It is from next door, where the roots are.",
      ], remarks: []),
  ]
}
