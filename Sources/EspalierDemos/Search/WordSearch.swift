import Espalier

/// Garden words that contain the typed text, ignoring case.
final class WordSearch: SearchModel {
  init(id: String? = nil) { super.init("Search words", noun: "words", id: id) }

  override func results(for query: String) -> Results {
    let found = Self.words.filter { $0.matches(query) }
    return (found.count, found.map { ListElement(WordRow(id: $0)) })
  }

  private static let words = """
    Almond Angelica Apple Apricot Asparagus Balm Bay Bean Beet Borage Cabbage Caraway Carrot Chard Cherry Chervil Chestnut \
    Chicory Chive Coriander Cranberry Cress Currant Damson Dill Elder Fennel Fig Garlic Gooseberry Grape Hazel Hyssop Kale \
    Leek Lettuce Lovage Mangold Marjoram Medlar Melon Mint Mulberry Onion Orange Oregano Parsley Parsnip Pea Peach Pear Plum \
    Quince Radish Rhubarb Rocket Rosemary Sage Savory Sorrel Spinach Strawberry Tansy Tarragon Thyme Turnip Walnut Woodruff
    """.split(separator: " ").map(String.init)
}
