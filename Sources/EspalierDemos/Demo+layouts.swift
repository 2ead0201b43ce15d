import EspalierServer

extension Demo {
  /// Demos of layouts that style sheets alone compute from the sizes that rows declare.
  static let layouts = [
    Demo(
      path: "/products", title: "Product grid",
      summary: "Tiles in a strip, in four columns and in two: press × to remove one.",
      rule: "A tile declares only its height. Removing it is one operation, and the browser moves the other tiles.",
      words: "shop store grid gallery cards tiles masonry catalogue",
      folder: "Products", style: "layouts", scope: .browser
    ) { ProductPage() },
    Demo(
      path: "/album", title: "Photo album",
      summary: "Eleven years of photos, with sticky years: press Show all to open a month.",
      rule: "A year’s title is sticky, and a month’s name is in the margin. Both are ordinary rows.",
      words: "gallery photos images grid pictures masonry sticky header",
      folder: "Album", style: "layouts", scope: .browser
    ) { Album() },
    Demo(
      path: "/waterfall", title: "Switch layouts",
      summary: "Show sixteen tiles as a list, a flow, a grid, a waterfall or a strip.",
      rule: "A layout is a value that any container accepts; no layout needs a container type.",
      words: "waterfall masonry pinterest grid flow layout columns responsive",
      folder: "Waterfall", style: "state", scope: .browser
    ) { Waterfall() },
    Demo(
      path: "/collections", title: "Grids, columns and strips",
      summary: "Show 9 or 54 flowers as a grid, in columns or as a strip.",
      rule: "A layout is a property of the list. Changing it sends one attribute and touches no tile.",
      words: "collection grid columns carousel layout expand",
      folder: "Collections", style: "values", scope: .browser
    ) { Collections() },
    Demo(
      path: "/titles", title: "Thirty cards",
      summary: "Press Last first: thirty cards turn around, and none of them is made again.",
      rule: "A source says which rows move, so nothing else is compared.",
      words: "collection grid cards source array reverse order titles",
      folder: "Titles", style: "values", scope: .browser
    ) { TitleGrid() },
    Demo(
      path: "/strips", title: "A strip inside a row",
      summary: "Scroll a strip sideways and press a fruit: it becomes a row below its strip.",
      rule: "A list can be a row of another list. A list that did not change keeps its scroll position.",
      words: "carousel horizontal scroll slider nested list chips pick",
      folder: "Strips", style: "values", scope: .browser
    ) { StripTable() },
    Demo(
      path: "/stacks", title: "Stacks, chips and lines",
      summary: "Filter plants by chips, insert labels into a stack, and unroll a text.",
      rule: "Labels, chips, stacks, lines and spaces are ordinary contents, and a section is decorated by a rule.",
      words: "stack label chips filter tag separator divider spacer more less components",
      folder: "Stacks", style: "parts", scope: .browser
    ) { Stacks() },
    Demo(
      path: "/looks", title: "Appearances of a list",
      summary: "Show 300 random texts in five appearances, or at the right.",
      rule: "The list is the same; a style sheet decides how it looks.",
      words: "appearance plain grouped inset sidebar cards right aligned random text dynamic height style theme",
      folder: "Appearances", style: "parts", scope: .browser
    ) { Appearances() },
    Demo(
      path: "/carousel", title: "Carousel",
      summary: "Scroll through nine pictures, or follow the links; choose where a picture stops.",
      rule: "A carousel is a strip that snaps. It needs no JavaScript.",
      words: "carousel slider slideshow snap gallery swipe pictures horizontal scroll",
      folder: "Carousel", style: "parts", scope: .browser
    ) { Carousel() },
    Demo(
      path: "/compositional", title: "A page of six layouts",
      summary: "Six parts, each with its own layout: filter the jobs, and mark them as done.",
      rule: "A page is a list of lists, and each list has its own layout.",
      words: "dashboard compositional layout week planner home screen todo tasks nested",
      folder: "Compositional", style: "layouts", scope: .browser
    ) { Week() },
    Demo(
      path: "/table", title: "A table that sorts",
      summary:
        "Forty plants of a nursery: sort them by any number, sell one and see its row move, select some to order.",
      rule: "A row is a value with a cell for each column. Sorting is an event, and the table only shows the result.",
      words: "table spreadsheet grid columns sort order header filter select rows numbers stock inventory data",
      folder: "Nursery", style: "layouts", scope: .browser
    ) { Nursery() },
    Demo(
      path: "/sizes", title: "Rows that size themselves",
      summary: "Press a text to add a word: its tile grows with it.",
      rule: "A cell is as large as its text, whoever measures it.",
      words: "auto size self sizing text width height measure tags chips wrap",
      folder: "Sizes", style: "layouts", scope: .browser
    ) { SizesPage() },
    Demo(
      path: "/layout", title: "Layout cases",
      summary: "Layouts, and the boxes that the server computes for them.",
      rule: "The browser measures the same boxes that the server computes.",
      folder: "Layouts", style: "layouts",
      isListed: false
    ) { LayoutList() },
  ]
}
