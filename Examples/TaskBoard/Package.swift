// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TaskBoard",
  dependencies: [.package(name: "espalier", path: "../..")],
  targets: [
    .executableTarget(
      name: "TaskBoard",
      dependencies: [
        .product(name: "Espalier", package: "espalier"),
        .product(name: "EspalierServer", package: "espalier"),
        .product(name: "EspalierSQLite", package: "espalier"),
      ]),
    .testTarget(
      name: "TaskBoardTests",
      dependencies: ["TaskBoard", .product(name: "EspalierTesting", package: "espalier")]),
  ],
  swiftLanguageModes: [.v6]
)
