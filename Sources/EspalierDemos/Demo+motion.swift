import EspalierServer

extension Demo {
  /// Demos of animated changes.
  static let motion = [
    Demo(
      path: "/animations", title: "Animated changes",
      summary: "Show the teams of next week, in an animation that you choose.",
      rule: "A change is the difference between two values; its animation is one more argument.",
      words: "animation transition insert delete move fade slide motion table",
      folder: "TableAnimations", style: "values", template: "pair", scope: .browser
    ) { PeoplePage { $0.rows } },
    Demo(
      path: "/section-animations", title: "Animated sections",
      summary: "Press Swap shifts to swap the teams and one person of each.",
      rule: "Sections have an identity, like rows, so rows can move from section to section.",
      words: "animation transition sections move group motion",
      folder: "SectionAnimations", style: "values", template: "pair", scope: .browser
    ) { PeoplePage { $0.sections } },
    Demo(
      path: "/chooser", title: "Animation chooser",
      summary: "Choose no animation, one for all changes, or one for each kind of change.",
      rule: "The same list is a whole page here, and a region of the two previous demos.",
      words: "animation style settings picker accordion expand",
      folder: "Chooser", style: "values", scope: .browser
    ) { Chooser() },
    Demo(
      path: "/countries", title: "Countries by their beginning",
      summary: "Type how a country begins, or remove the first of those that are found.",
      rule: "The page says what the list is now. What came, went and stayed is found by comparing values.",
      words: "search prefix filter diffable snapshot remove first spacer animation",
      folder: "Countries", style: "countries", scope: .browser
    ) { Countries() },
    Demo(
      path: "/diff", title: "What moves, and what stays",
      summary: "The spring and summer teams share eight of nine people: press the button and watch which rows move.",
      rule: "Identity decides which rows move, content which rows change. No row moves without need.",
      words: "diff difference move minimal algorithm lis reorder animation",
      folder: "DiffAlgorithm", style: "features", scope: .browser
    ) { DiffList() },
    Demo(
      path: "/timed", title: "A hedge that grows",
      summary: "Press Let it grow: every moment some shrubs come between the others, until it is full.",
      rule: "A task outside of the page says when, a value says what; viewers get only the new rows.",
      words: "timer timed insert automatic animation background task live update stream",
      folder: "Timed", style: "countries", scope: .browser
    ) { Hedge() },
    Demo(
      path: "/progress", title: "Progress bar",
      summary: "Choose a duration and a curve, then press Animate.",
      rule: "A change carries a duration and a curve, and the cell’s style sheet animates with them.",
      words: "progress bar animation duration easing curve spring",
      folder: "Progress", style: "state", scope: .browser
    ) { ProgressList() },
  ]
}
