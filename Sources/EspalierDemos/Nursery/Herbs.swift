/// A kind of plant on the benches of a nursery. Prices are whole cents.
struct Herb: Hashable, Codable, Sendable {
  let name: String
  let latin: String
  let cents: Int
  /// How many were sold today.
  var sold: Int
  /// How many are left.
  var left: Int

  /// Whether it is time to order more.
  var isLow: Bool { left < 5 }
}

extension Herb {
  /// What is on the benches in the morning.
  static let all: [Herb] = [
    Herb("Apple mint", "Mentha suaveolens", 349, 1, 14), Herb("Astrantia", "Astrantia major", 799, 0, 9),
    Herb("Basil", "Ocimum basilicum", 249, 6, 31), Herb("Bay", "Laurus nobilis", 1495, 1, 4),
    Herb("Bear’s breeches", "Acanthus mollis", 1195, 0, 6), Herb("Bergamot", "Monarda didyma", 695, 2, 11),
    Herb("Borage", "Borago officinalis", 279, 0, 18), Herb("Bronze fennel", "Foeniculum vulgare", 395, 1, 12),
    Herb("Catmint", "Nepeta racemosa", 549, 3, 22), Herb("Chamomile", "Chamaemelum nobile", 299, 2, 16),
    Herb("Chives", "Allium schoenoprasum", 249, 4, 27), Herb("Comfrey", "Symphytum officinale", 449, 0, 7),
    Herb("Coneflower", "Echinacea purpurea", 749, 5, 13), Herb("Coriander", "Coriandrum sativum", 229, 7, 20),
    Herb("Cowslip", "Primula veris", 329, 1, 3), Herb("Curry plant", "Helichrysum italicum", 449, 0, 8),
    Herb("Dill", "Anethum graveolens", 229, 2, 15), Herb("Feverfew", "Tanacetum parthenium", 349, 0, 10),
    Herb("Foxglove", "Digitalis purpurea", 495, 3, 19), Herb("Geranium", "Geranium pratense", 595, 2, 17),
    Herb("Globe thistle", "Echinops ritro", 695, 1, 5), Herb("Hyssop", "Hyssopus officinalis", 399, 0, 6),
    Herb("Lady’s mantle", "Alchemilla mollis", 449, 2, 21), Herb("Lavender", "Lavandula angustifolia", 549, 9, 36),
    Herb("Lemon balm", "Melissa officinalis", 299, 1, 12), Herb("Lovage", "Levisticum officinale", 449, 1, 4),
    Herb("Lungwort", "Pulmonaria officinalis", 595, 0, 9), Herb("Marjoram", "Origanum majorana", 279, 3, 18),
    Herb("Mullein", "Verbascum thapsus", 549, 0, 2), Herb("Oregano", "Origanum vulgare", 279, 4, 24),
    Herb("Parsley", "Petroselinum crispum", 229, 8, 29), Herb("Pasque flower", "Pulsatilla vulgaris", 695, 1, 7),
    Herb("Rosemary", "Salvia rosmarinus", 595, 5, 23), Herb("Rue", "Ruta graveolens", 399, 0, 3),
    Herb("Sage", "Salvia officinalis", 449, 4, 20), Herb("Sea holly", "Eryngium planum", 795, 2, 8),
    Herb("Sweet cicely", "Myrrhis odorata", 495, 1, 6), Herb("Tarragon", "Artemisia dracunculus", 349, 2, 11),
    Herb("Thyme", "Thymus vulgaris", 299, 6, 33), Herb("Yarrow", "Achillea millefolium", 449, 1, 14),
  ]

  private init(_ name: String, _ latin: String, _ cents: Int, _ sold: Int, _ left: Int) {
    self.init(name: name, latin: latin, cents: cents, sold: sold, left: left)
  }

  static let names = Set(all.map(\.name))
}
