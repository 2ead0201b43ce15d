/// A category and the names of its products.
struct Assortment: Sendable {
  let name: String
  let shape: Drawing.Shape
  let hue: Int
  let wares: [String]

  private init(_ name: String, _ shape: Drawing.Shape, _ hue: Int, _ wares: String) {
    self.name = name
    self.shape = shape
    self.hue = hue
    self.wares = wares.split(separator: ", ").map(String.init)
  }

  static let all = [
    Assortment("Apples", .round, 4, "Boskoop, Cox Orange, Gravenstein, Elstar, Topaz, Ontario, Rubinette, Goldparmäne"),
    Assortment(
      "Pears", .pear, 72,
      "Conference, Williams, Gute Luise, Comice, Clapps, Nashi, Alexander Lucas, Köstliche, Petersbirne"),
    Assortment("Plums", .round, 276, "Victoria, Opal, Czar, Stanley, Jojo, Toptaste, Mirabelle, Reineclaude"),
    Assortment(
      "Cherries", .cluster, 350,
      "Kordia, Regina, Burlat, Lapins, Sylvia, Sunburst, Hedelfinger, Morello, Van, Bing, Stella, Merton, Summit"),
    Assortment("Quinces", .pear, 50, "Bereczki, Vranja, Portugal, Champion, Cydora, Ronda, Konstantinopler"),
    Assortment("Berries", .cluster, 330, "Raspberry, Blackberry, Redcurrant, Gooseberry"),
    Assortment("Nuts", .round, 28, "Walnut, Hazelnut, Chestnut, Almond, Beechnut"),
    Assortment("Grapes", .cluster, 262, "Muscat, Isabella, Regent, Phoenix, Palatina"),
    Assortment("Figs", .pear, 290, "Brown Turkey, Ronde, Violetta, Dalmatie, Brunswick, Ice Crystal, Dottato"),
    Assortment("Medlars", .round, 36, "Nottingham, Royal"),
    Assortment(
      "Roots", .root, 22,
      "Carrot, Parsnip, Beetroot, Turnip, Radish, Celeriac, Salsify, Swede, Horseradish, Parsley root"),
    Assortment("Leaves", .leaf, 110, "Chard, Spinach, Sorrel, Rocket, Cress"),
    Assortment("Herbs", .leaf, 150, "Thyme, Sage, Mint, Lovage"),
  ]
}
