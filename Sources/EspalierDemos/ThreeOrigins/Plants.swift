import Espalier

/// A row whose markup is a block inside `Templates/origins.html`.
struct BlockPlant: TemplateContent, Identifiable {
  static let template = TemplateName.block("BlockPlant", in: "origins")
  let id: Int
  let name: String
  var water: Int
  var pour = Command.nop
  var remove = Command.nop
}

/// A row whose markup is the file `Templates/FilePlant.html`.
struct FilePlant: TemplateContent, Identifiable {
  static let template = TemplateName.file("FilePlant")
  let id: Int
  let name: String
  var water: Int
  var pour = Command.nop
  var remove = Command.nop
}

/// A row whose markup is Swift.
struct CodePlant: Content, Identifiable {
  let id: Int
  let name: String
  var water: Int
  var pour = Command.nop
  var remove = Command.nop

  var html: HTML {
    """
    <span class="origin">code</span><strong>\(name)</strong><span class="note">watered \(water)×</span>\
    <button class="quiet" \(pour) aria-label="Water \(name)">Water</button>\
    <button class="round" \(remove) aria-label="Remove \(name)">×</button>
    """
  }
}

/// Three buttons that add a row, one for each origin, and what screen readers say after each press on the page.
struct PlantHeader: Content {
  var add = Command<Plant.Origin>.nop
  var news = ""
  var html: HTML {
    """
    <span class="note">Add from</span><button class="quiet" \(add, sends: .block)>Block</button>\
    <button class="quiet" \(add, sends: .file)>File</button><button class="quiet" \(add, sends: .code)>Code</button>\
    <output class="aside">\(news)</output>
    """
  }
}

/// The view of an empty list.
struct NoPlants: Content {
  var html: HTML { "<p class=\"note\">No plants. Add one with a button above.</p>" }
}
