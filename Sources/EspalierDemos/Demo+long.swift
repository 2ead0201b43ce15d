import EspalierServer

extension Demo {
  /// Demos of lists that are long, or grow.
  static let long = [
    Demo(
      path: "/growing", title: "Load more and refresh",
      summary: "Scroll down to load twenty orders at a time; the third load fails once, so that you can try again.",
      rule: "Each list has one loading state: a load never starts twice, and its result says whether there is more.",
      words: "infinite scroll pagination paging load more pull to refresh retry error lazy endless",
      folder: "GrowingLists", scope: .browser
    ) { GrowingList() },
    Demo(
      path: "/tail", title: "Infinite scroll",
      summary: "Scroll down: five more trees load whenever the end comes near.",
      rule: "The spinner is a cell of this page: it shows the loading state of the list and requests more rows.",
      words: "infinite scroll endless pagination paging lazy load more spinner",
      folder: "TailLoading", scope: .browser
    ) { TailList() },
    Demo(
      path: "/two-way", title: "Load in both directions",
      summary: "A garden diary: scroll up for the past, down for what is planned. What you read stays in its place.",
      rule: "The two ends load independently of each other. Each has its own button, state and error.",
      words: "bidirectional two-way infinite scroll up down earlier later history prepend pagination paging anchor",
      folder: "TwoWay", style: "visibility", scope: .browser
    ) { DiaryList() },
    Demo(
      path: "/sections", title: "100 sticky beds",
      summary: "Dig a bed, add one, or shuffle a hundred beds with sticky headers.",
      rule: "Each press sets all sections again, and the browser receives only the difference.",
      words: "long list sticky header group virtual performance big table thousand",
      folder: "ManySections", style: "values"
    ) { ManySections() },
    Demo(
      path: "/alphabet", title: "An index beside a list",
      summary: "Choose a list: the index leads to all sections, to four of twelve, or to every second row.",
      rule: "Titles come from sections, from the source, or from single rows. They are links.",
      words: "index alphabet letters a-z rail section titles jump anchor fast scroll",
      folder: "Alphabet", style: "countries", scope: .browser
    ) { Alphabet() },
    Demo(
      path: "/working-range", title: "Pictures that load in time",
      summary: "Each of twenty pictures loads when it is two screens away.",
      rule: "A row learns that it comes near, and decides what to do.",
      words: "lazy image loading preload prefetch photo gallery infinite scroll visibility",
      folder: "WorkingRange", style: "visibility", scope: .browser
    ) { WorkingRange() },
    Demo(
      path: "/gallery", title: "A gallery of 300 pictures",
      summary: "Scroll: pictures are there before you come to them. Compare it with pictures that load when in view.",
      rule: "Rows name what they need. They share loads, and a load that no row needs any more is cancelled.",
      words: "prefetch preload lazy image loading photo grid cancel scroll performance visibility",
      folder: "Gallery", style: "visibility", scope: .browser
    ) { Gallery() },
    Demo(
      path: "/category", title: "Two linked lists",
      summary: "Press a title to scroll to its section; scroll, and the list marks the current title.",
      rule: "The two lists don’t know each other. Their container shares a value with both, and scrolls to rows.",
      words: "menu scroll spy table of contents sidebar master detail anchor index categories",
      folder: "Category", style: "visibility", scope: .tab
    ) { CategoryList() },
    Demo(
      path: "/display", title: "What is on the screen",
      summary: "Scroll: a log lists the places and things of a garden that appear and disappear.",
      rule: "The reports of many rows in one scroll are one request, one flush and one version.",
      words: "visibility impression analytics tracking seen viewport intersection observer",
      folder: "Display", style: "visibility", scope: .browser
    ) { DisplayList() },
    Demo(
      path: "/people", title: "Address book",
      summary: "Find people, change a name or a photo: every list is right at once, and so is the database.",
      rule: "A list shows the rows of a query. It reads a window of them, and follows what anybody writes.",
      words: """
        database sqlite sql query table contacts address book search sections window long list pagination detail edit \
        photo upload
        """,
      folder: "People", style: "tables", partStyle: "photo", scope: .tab,
      pages: { demo, services, values in
        [
          Page(
            PeopleURL.self, title: demo.title, scope: demo.scope, template: demo.template, values: values,
            isListed: true, example: PeopleURL()
          ) { PeopleList($0, services.people) },
          Page(
            PersonURL.self, title: "Person", scope: demo.scope, template: demo.template, values: values,
            cells: [PhotoSheet(canDelete: true)], example: PersonURL(id: 1)
          ) { PersonPage($0, services.people) }.takingFiles(upTo: 12 << 20),
        ]
      }
    ) { PeopleList(PeopleURL(), AddressBook(tables: DemoTables())) },
    Demo(
      path: "/live-table", title: "Live table",
      summary: "Press Play: two writers bring, move and take boxes, and the list keeps up with the table.",
      rule: "A transaction is one change of the page, and a changed sort key is one move.",
      words: "database sqlite sql live query realtime transaction sorted table core data",
      folder: "LiveTable", style: "tables",
      pages: { demo, services, values in
        [
          Page(
            LiveTableURL.self, title: demo.title, template: demo.template, values: values, isListed: true,
            example: LiveTableURL()
          ) { LiveTable(services.tables, at: $0.at) }
        ]
      }
    ) { LiveTable(DemoTables()) },
    Demo(
      path: "/database", title: "Any database",
      summary: "Look into a SQLite file: sort its tables, filter them, and watch what other programs write.",
      rule: "A list can show any query. What somebody types is a value, and never a part of the statement.",
      words: "database sqlite sql admin browser viewer table sort filter live query any file",
      folder: "Database", style: "tables", isWide: true, scope: .tab,
      pages: { demo, services, values in
        let (tables, file) = services.tables.browsed
        return [
          Page(
            DatabaseURL.self, title: demo.title, scope: demo.scope, template: demo.template, values: values,
            isListed: true, example: DatabaseURL()
          ) { DatabaseList($0, tables, file: file) },
          Page(
            TableURL.self, title: "Table", scope: demo.scope, template: demo.template, values: values,
            example: TableURL(table: "person")
          ) { TablePage($0, tables) },
        ]
      }
    ) { DatabaseList(DatabaseURL(), DemoTables().browsed.tables, file: "") },
    Demo(
      path: "/groups", title: "Groups and an index",
      summary: "Select a plant and shuffle the groups: the window follows the plant. An index leads to each group.",
      rule: "A group has a source of its own, made once. The index follows the sections.",
      words: "group section index letters alphabet shuffle jump rail headers",
      folder: "Groups", style: "tables", scope: .browser
    ) { GroupList() },
    Demo(
      path: "/simple", title: "Simple list",
      summary: "The same seed drawers three times: markup from Swift, from a file, and from the page template.",
      rule: "A cell’s HTML depends only on its content, wherever the markup is written.",
      words: "basic hello world first start template mustache html columns",
      folder: "Simple", style: "cells", template: "simple"
    ) { SimpleList() },
  ]
}
