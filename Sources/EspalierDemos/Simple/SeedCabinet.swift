/// A cabinet of 101 drawers, one for each kind of seed.
enum SeedCabinet {
  static let seeds = """
    Agastache, Alyssum, Amaranth, Angelica, Aster, Aubergine, Basil, Beetroot, Borage, Broad bean, Broccoli, \
    Calendula, Campion, Candytuft, Caraway, Cardoon, Carrot, Catmint, Cauliflower, Celeriac, Celery, Chamomile, \
    Chard, Chervil, Chicory, Chives, Clover, Columbine, Coriander, Cornflower, Cosmos, Courgette, Cress, Cucumber, \
    Dahlia, Dill, Endive, Fennel, Flax, Foxglove, French bean, Garlic chives, Hollyhock, Honesty, Hyssop, Kale, \
    Kohlrabi, Larkspur, Lavender, Leek, Lemon balm, Lettuce, Lobelia, Lovage, Lupin, Maize, Marigold, Marjoram, \
    Marrow, Melon, Mint, Mizuna, Nasturtium, Nigella, Onion, Orache, Oregano, Pansy, Parsley, Parsnip, Pea, Pepper, \
    Petunia, Phacelia, Poppy, Pumpkin, Radish, Rhubarb, Rocket, Rosemary, Runner bean, Sage, Salsify, Savory, \
    Scabious, Shallot, Snapdragon, Sorrel, Spinach, Squash, Stock, Strawberry, Sunflower, Swede, Sweet pea, \
    Tarragon, Thyme, Tomato, Turnip, Verbena, Zinnia
    """.split(separator: ", ").map(String.init)
}
