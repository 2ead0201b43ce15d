/// The data of a post.
struct Post: Identifiable, Hashable, Sendable {
  let id: String
  let user: String
  let comments: [String]

  /// Four people’s posts, with four, four, one and two comments.
  static let samples = [
    Post(
      id: "A", user: "Ada Brand",
      comments: ["The light!", "Where was this taken?", "Looks like the north face.", "Saved for the autumn."]),
    Post(
      id: "B", user: "Ben Okoro",
      comments: ["I can smell the hay.", "Same place, ten years ago.", "Print it large.", "What a line of trees."]),
    Post(id: "C", user: "Cleo Lindt", comments: ["Quiet."]),
    Post(id: "D", user: "Dora Ruiz", comments: ["Early start?", "Worth it."]),
  ]
}
