import EspalierTestSupport
import Espalier
import EspalierServer
import EspalierTesting
import Testing

/// The examples ported in the guide for ViewModelKit users behave as they do in ViewModelKit.
@Suite struct ViewModelKitGuideTests {
  @Test func `views of one model show the same values on one page and on two (DIF-17)`() async throws {
    let model = Signal(Binding.ExampleModel(name: "Cafe", numberOne: 1, numberTwo: 2))
    let site = Site(templates: "none", files: "none", log: .silent) {
      for path in ["/one", "/two"] {
        Page(path, title: "Model") { Binding.ExampleList(model) }
      }
    }
    let page = try await TestPage.open("/one", over: InProcess(site))
    let other = try await TestPage.open("/two", over: InProcess(site))
    #expect(page["exampleView"]?["name"] == "Cafe")
    let receipt = try await page.send("change", from: "exampleView")
    #expect(receipt.changed == ["exampleView", "exampleView-2"])
    #expect(page["exampleView-2"]?["name"] == "2. name generated")
    #expect(page["exampleView-2"]?["someNumber"] == 4)
    try await until {
      try await other.reload()
      return other["exampleView"]?["someNumber"] == 4
    }
  }
}
