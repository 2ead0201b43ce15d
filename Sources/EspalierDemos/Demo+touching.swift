import EspalierServer

extension Demo {
  /// Demos of rows that people reorder, select and delete.
  static let touching = [
    Demo(
      path: "/reorder", title: "Drag and drop",
      summary: "Drag pots and chores by mouse or finger, or move them by keyboard.",
      rule: "A move changes the tree itself: all your windows see it, and later updates keep it.",
      words: "drag and drop sort reorder rearrange kanban board move sortable",
      folder: "Reorder", style: "touching", isWide: true, scope: .browser
    ) { ReorderPage() },
    Demo(
      path: "/drag", title: "Drag several rows",
      summary: "Select some seedlings and drag one of them: all move, also to a tray that is empty.",
      rule: "Plugins use each other: the selection says which rows move together. A move has an old and a new place.",
      words: "drag and drop multiple several rows selection transfer list placeholder preview count",
      folder: "Drag", style: "drag", isWide: true, scope: .browser
    ) { SeedlingTrays() },
    Demo(
      path: "/fold", title: "Fold rows",
      summary: "Open and close the drawers of a seed cabinet; one has a box inside.",
      rule: "A folded row keeps everything below it. What is open survives a restart, and a print has all rows.",
      words: "tree fold unfold expand collapse accordion disclosure outline nested hierarchy",
      folder: "Fold", style: "fold", scope: .browser
    ) { FoldingCabinet() },
    Demo(
      path: "/swipes", title: "Swipe actions",
      summary: "Swipe a note to the left or right for its actions, or open the menu beside it.",
      rule: "The actions of a row are one list: a finger swipes them, keyboard and mouse have the menu.",
      words: "swipe actions leading trailing gesture touch mail inbox menu",
      folder: "Swipes", style: "swipes", scope: .browser
    ) { NoteBox() },
    Demo(
      path: "/everything", title: "All plugins at once",
      summary: "Forty trial beds that you select, fold, drag, swipe, edit and scroll; a line says what happened.",
      rule: "Plugins stand side by side: each hears what rows do, and none hides what another does.",
      words: "plugins combined all together scroll position select fold move swipe delete prefetch",
      folder: "Everything", style: "everything", scope: .browser
    ) { Everything() },
    Demo(
      path: "/gravity", title: "In order by weight",
      summary: "Jobs arrive in any order and stand by their hour; add one, show its steps, or try to move it.",
      rule: "The list keeps the order, whatever adds, replaces or changes a row. A move against it goes back.",
      words: "sorted order weight priority sort insert heavy gravity schedule queue fold",
      folder: "Gravity", style: "touching", scope: .browser
    ) { Gravity() },
    Demo(
      path: "/names", title: "Select rows",
      summary: "Press a name to select it, or × to remove it.",
      rule: "A template and a value are enough for a cell; it needs no type of its own.",
      words: "select selection checkbox multiple bulk choose delete remove list",
      folder: "Names", style: "features", template: "names", scope: .browser
    ) { NameList() },
    Demo(
      path: "/highlight", title: "Highlight rows",
      summary: "Press a bird or call one: its row lights up for a moment, for everybody who looks.",
      rule: "Each state of a row has its styles. The browser shows what a viewer does, and the server what happens.",
      words: "highlight hover press active focus flash style effect feedback unhighlight blink",
      folder: "Highlight", style: "highlight"
    ) { Birdsong() },
    Demo(
      path: "/edit-mode", title: "Edit mode",
      summary: "Press Edit to delete, move and add plants; a menu beside each row waters or removes it.",
      rule: "A row’s content says what people may do with it, and a source shows extra rows while they edit.",
      words: "edit mode delete insert move add row actions context menu swipe options",
      folder: "EditMode", style: "touching", scope: .browser
    ) { EditMode() },
    Demo(
      path: "/mixed", title: "Mixed rows",
      summary: "Texts, grids of colours and people in one list: filter them, open a text, or drag a row elsewhere.",
      rule: "Rows of any type can be in one list and move the same way. A filter keeps their order.",
      words: "filter drag and drop expand collapse accordion heterogeneous tabs",
      folder: "Mixed", style: "features", scope: .browser
    ) { MixedList() },
    Demo(
      path: "/alert", title: "Alert dialog",
      summary: "Press a row: an alert says which one it is.",
      rule: "A dialog is a value. Only the sender of the event sees it; it takes the focus and returns it.",
      words: "modal dialog popup confirm message alert window",
      folder: "Alert", style: "touching", scope: .browser
    ) { AlertList() },
    Demo(
      path: "/questions", title: "Questions in a row",
      summary: "Answer two questions, and a third dialog names your apple; note it, and it becomes a row.",
      rule: "The answer to a dialog may present the next one. Only the viewer who asked sees them.",
      words: "wizard dialog chain steps confirm sheet alert choice modal",
      folder: "Questions", style: "touching", scope: .browser
    ) { Questions() },
    Demo(
      path: "/empty", title: "Empty list",
      summary: "Remove all rows, and the list says that it is empty; press + to add one.",
      rule: "The view of an empty list is a cell like any other.",
      words: "empty state placeholder zero no data add delete remove",
      folder: "EmptyView", style: "features", scope: .browser
    ) { RemovableList() },
    Demo(
      path: "/origins", title: "Markup from three places",
      summary: "Add, water and remove rows whose markup stands in the template, in a file, or in Swift.",
      rule: "A row’s commands work wherever its markup is written.",
      words: "template mustache html file designer markup delete remove add",
      folder: "ThreeOrigins", style: "values", template: "origins"
    ) { ThreeOrigins() },
  ]
}
