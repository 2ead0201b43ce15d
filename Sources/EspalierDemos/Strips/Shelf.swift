/// The fruit of one kind: the data of a row and a strip.
struct Shelf: Sendable {
  let id: String
  let fruits: [String]

  static let all = [
    Shelf(
      id: "Apples",
      fruits: [
        "Belle de Boskoop", "Cox Orange", "Gravenstein", "Ananas Renette", "James Grieve", "Ontario", "Topaz",
        "Ribston Pippin", "Roter Berlepsch", "Ashmead’s Kernel", "Elstar", "Goldparmäne", "Kaiser Wilhelm", "Discovery",
      ]),
    Shelf(
      id: "Pears",
      fruits: [
        "Conference", "Williams Christ", "Gute Luise", "Köstliche aus Charneu", "Comice", "Alexander Lucas",
        "Clapps Liebling", "Gräfin von Paris", "Nashi",
      ]),
    Shelf(
      id: "Plums",
      fruits: [
        "Victoria", "Reine Claude", "Hauszwetschge", "Mirabelle de Nancy", "Opal", "Czar", "Stanley", "Jojo",
        "Toptaste",
      ]),
    Shelf(id: "Medlars", fruits: ["Nottingham", "Royal"]),
    Shelf(
      id: "Quinces",
      fruits: ["Konstantinopler", "Bereczki", "Vranja", "Portugal", "Champion", "Cydora"]),
    Shelf(
      id: "Cherries",
      fruits: [
        "Schattenmorelle", "Büttners Rote", "Kordia", "Regina", "Hedelfinger", "Burlat", "Lapins", "Sunburst", "Sylvia",
      ]),
  ]
}
