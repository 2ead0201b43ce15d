import Espalier
import Testing

/// What is typed over a row that others change.
@Suite struct DraftTests {
  struct Person: Codable, Hashable {
    var name: String
    var town: String
  }

  private let ada = Person(name: "Ada", town: "Graz")
  private let adele = Person(name: "Adele", town: "Graz")

  private func shown() -> Draft<Person> {
    var draft = Draft<Person>()
    draft.follow(ada)
    return draft
  }

  @Test func `a form with problems is kept, and nothing is written`() {
    var draft = shown()
    let isWritable = draft.submit(Person(name: " ", town: "Turku"), version: 1, problems: ["name": "Write a name."])
    #expect(
      !isWritable && draft[\.name] == " " && draft[\.town] == "Turku" && draft.problems == ["name": "Write a name."])
    draft.reset()
    #expect(draft[\.name] == "Ada" && draft.typed == nil && draft.problems.isEmpty)
  }

  @Test func `what is saved is the row, and nobody else has changed it`() {
    var draft = shown()
    let isWritable = draft.submit(adele, version: draft.version)
    #expect(isWritable && draft.typed == adele)
    draft.saved()
    draft.follow(adele)
    #expect(draft.typed == nil && draft.now == adele && draft.changed(\.name) == nil && draft.version == 2)
  }

  @Test func `what somebody else has changed meanwhile is beside what was typed, and is not overwritten unseen (D8)`() {
    var draft = shown()
    let form = draft.version
    draft.follow(adele)
    #expect(draft.changed(\.name) == "Adele" && draft.changed(\.town) == nil)
    let typed = Person(name: "Ada", town: "Porto")
    var isWritable = draft.submit(typed, version: form)
    #expect(!isWritable && draft.isOutdated && draft[\.town] == "Porto" && draft.changed(\.name) == "Adele")
    isWritable = draft.submit(typed, version: draft.version)
    #expect(isWritable && !draft.isOutdated)
  }

  @Test func `a row that is removed meanwhile leaves what was typed`() {
    var draft = shown()
    let form = draft.version
    draft.follow(nil)
    #expect(draft.isGone && draft[\.name] == "Ada")
    let isWritable = draft.submit(adele, version: form)
    #expect(!isWritable && draft[\.name] == "Adele")
    draft.reset()
    #expect(draft.isGone && draft[\.name] == "Ada")
    draft.follow(ada)
    #expect(!draft.isGone)
  }

  @Test func `a row that is changed back is as it was`() {
    var draft = shown()
    draft.follow(adele)
    draft.follow(ada)
    #expect(draft.changed(\.name) == nil && draft.version == 3)
    #expect(Draft<Person>()[\.name] == nil && !Draft<Person>().isGone)
  }
}
