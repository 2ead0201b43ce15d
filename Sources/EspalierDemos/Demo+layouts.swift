import EspalierServer

extension Demo {
  /// Layouts that style sheets alone compute from the sizes that rows declare.
  static let layouts = [
    Demo(
      path: "/products", title: "Product grid",
      summary: "A strip, a grid of four columns, and fifty tiles in two columns. Press × to remove a tile.",
      rule: "A tile declares only its height. Removing it is one operation, and the browser moves the other tiles.",
      group: .layouts, folder: "Products", scope: .browser
    ) { ProductPage() },
    Demo(
      path: "/album", title: "Photo album",
      summary: "Eleven years of photos. A month shows six photos; press Show all to see the others.",
      rule: "A year’s title is sticky, and a month’s name is in the margin. Both are ordinary rows.", group: .layouts,
      folder: "Album", scope: .browser
    ) { Album() },
    Demo(
      path: "/compositional", title: "Compositional layout",
      summary: "A page of six parts, each with its own layout. Filter the jobs, and mark them as done.",
      rule: "A page is a list of lists, and each list has its own layout.", group: .layouts, folder: "Compositional",
      scope: .browser
    ) { Week() },
    Demo(
      path: "/sizes", title: "Self-sizing cells",
      summary:
        "Texts that declare a width, that the browser measures, or that fill the line. Press one to add a word.",
      rule: "A cell is as large as its text, whoever measures it.", group: .layouts, folder: "Sizes",
      scope: .browser
    ) { SizesPage() },
    Demo(
      path: "/layout", title: "Layout cases", summary: "Layouts, and the boxes that the server computes for them.",
      rule: "The browser measures the same boxes that the server computes.", group: .layouts, folder: "Layouts",
      isListed: false
    ) { LayoutList() },
  ]
}
