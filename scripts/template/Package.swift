// swift-tools-version: 6.2
import PackageDescription

/// The folder of the library. The Dockerfile sets the variable, because the folder is elsewhere there.
let espalier = Context.environment["ESPALIER"] ?? "../espalier"

let package = Package(
  name: "starter",
  dependencies: [.package(name: "espalier", path: espalier)],
  targets: [
    .executableTarget(
      name: "starter",
      dependencies: [
        .product(name: "Espalier", package: "espalier"),
        .product(name: "EspalierServer", package: "espalier"),
      ]),
    .testTarget(
      name: "starterTests",
      dependencies: [
        "starter", .product(name: "Espalier", package: "espalier"),
        .product(name: "EspalierServer", package: "espalier"), .product(name: "EspalierTesting", package: "espalier"),
      ]),
  ]
)
