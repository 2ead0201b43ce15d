import EspalierServer

extension Demo {
  /// Where rows stand: what a browser's style sheet can do alone, from what the rows declare.
  static let layouts = [
    Demo(
      path: "/products", title: "Product grid",
      summary: "A strip, a grid of four columns, and fifty tiles that fall into two.",
      rule: "A tile declares its height, and that is all: without one it is one operation, whatever moves up.",
      group: .layouts, folder: "Products", scope: .browser
    ) { ProductPage() },
    Demo(
      path: "/album", title: "Photo album",
      summary: "Eleven years of photos. A month shows six, and all of them if asked.",
      rule: "A year’s title is sticky, a month’s name is in the margin; both are rows like any other.", group: .layouts,
      folder: "Album", scope: .browser
    ) { Album() },
    Demo(
      path: "/compositional", title: "Compositional layout",
      summary: "Six parts of one page, each in a layout of its own.",
      rule: "A page is a list of lists; each says how its rows stand.", group: .layouts, folder: "Compositional",
      scope: .browser
    ) { Week() },
    Demo(
      path: "/sizes", title: "Self-sizing cells",
      summary:
        "Texts that declare their width, that have it from the browser, or that take the line. Press one to add a word.",
      rule: "A cell is as large as what it says, whoever measures it.", group: .layouts, folder: "Sizes",
      scope: .browser
    ) { SizesPage() },
    Demo(
      path: "/layout", title: "Layout cases", summary: "Layouts and the boxes that the server computes of them.",
      rule: "What a browser measures is what the arithmetic says.", group: .layouts, folder: "Layouts", isListed: false
    ) { LayoutList() },
  ]
}
