/// The sample data of the demo: a week in a garden.
enum GardenWeek {
  static let tags = ["All", "Water", "Prune", "Sow", "Harvest", "Tie up", "Mulch", "Repair"]

  static let jobs: [Job] = [
    Job(id: "pears", title: "Tie in the new pear shoots", tag: "Tie up"),
    Job(id: "beds", title: "Water the young beds at dusk", tag: "Water"),
    Job(id: "plums", title: "Pick the plums before the wasps do", tag: "Harvest"),
    Job(id: "summer", title: "Cut the water shoots of the apples", tag: "Prune"),
    Job(id: "spinach", title: "Sow spinach where the peas were", tag: "Sow"),
    Job(id: "currants", title: "Mulch under the currants", tag: "Mulch"),
    Job(id: "wire", title: "Tighten the lowest wire", tag: "Repair"),
    Job(id: "fig", title: "Give the fig in its pot two cans", tag: "Water"),
    Job(id: "apples", title: "Lay the early apples in straw", tag: "Harvest"),
  ]

  static let figures = [
    Figure(id: "trees", value: "12", name: "trees on wires"), Figure(id: "rain", value: "8 mm", name: "of rain"),
    Figure(id: "fruit", value: "31 kg", name: "picked"), Figure(id: "hours", value: "6 h", name: "in the shade"),
  ]

  static let views = [
    Outlook(
      id: "east", title: "The east wall", note: "Morning sun: peaches, and one apricot.",
      picture: Picture(.hills, tone: 5)),
    Outlook(
      id: "pond", title: "By the pond", note: "Wet feet: willow, mint, and frogs.", picture: Picture(.lake, tone: 8)),
    Outlook(
      id: "rows", title: "The long rows", note: "Beans behind cabbages behind beans.", picture: Picture(.field, tone: 2)
    ),
    Outlook(
      id: "firs", title: "Under the firs", note: "Nothing grows here but moss and quiet.",
      picture: Picture(.wood, tone: 1)),
    Outlook(
      id: "gate", title: "From the gate", note: "The roofs, when the leaves are down.", picture: Picture(.town, tone: 4)
    ),
  ]

  static let story = """
    An espalier is patience on a wire. In the first winter one bud goes left, one goes right, and the middle one up. In the second the \
    same happens one wire higher. After six years there is a wall of pears, flat enough to cast no shadow on the beans, and each \
    fruit hangs where the sun can find it. Cut in August what grew since May, to the third leaf; the tree then thinks of flowers \
    instead of wood.
    """
}
