// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target, with the Swift Evolution proposal of each flag.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
  .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
  .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  .strictMemorySafety(),  // SE-0458
  .treatAllWarnings(as: .error),  // SE-0480
]

/// Whether this is the build of `scripts/test`. Its libraries are optimised as in a release, but a flush also checks its
/// tree. The tests and the demos are not optimised: to optimise them takes longer than it saves. Without optimisation
/// the compiler can also compile the files of one target side by side. Builds by users of this package never have these flags.
let isTestBuild = Context.environment["ESPALIER_TEST_BUILD"] != nil
let treeSettings = settings + (isTestBuild ? [.define("CHECK_INVARIANTS")] : [])
let testSettings =
  settings + (isTestBuild ? [.unsafeFlags(["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"])] : [])

let package = Package(
  name: "espalier",
  products: [
    .library(name: "Espalier", targets: ["Espalier"]),
    .library(name: "EspalierHTTP", targets: ["EspalierHTTP"]),
    .library(name: "EspalierServer", targets: ["EspalierServer"]),
    .library(name: "EspalierInspector", targets: ["EspalierInspector"]),
    .library(name: "EspalierSQLite", targets: ["EspalierSQLite"]),
    .library(name: "EspalierPostgres", targets: ["EspalierPostgres"]),
    .library(name: "EspalierCluster", targets: ["EspalierCluster"]),
    .library(name: "EspalierTesting", targets: ["EspalierTesting"]),
    .executable(name: "espalier-demos", targets: ["espalier-demos"]),
  ],
  targets: [
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    // Code for signal handlers, which must not run Swift code.
    .target(name: "CCrash"),
    // Marks for callgrind, which counts the instructions of benchmarks.
    .target(name: "CCallgrind"),
    // A C program on libmicrohttpd, whose instructions per request are the baseline of benchmarks.
    .target(name: "CFixedReply", dependencies: ["CMicroHTTPD"]),
    // Locks for data that several threads use, for every module.
    .target(name: "EspalierLocks", swiftSettings: settings),
    // Rules for text from outside, for every module.
    .target(name: "EspalierText", swiftSettings: settings),
    .target(name: "Espalier", dependencies: ["EspalierLocks", "EspalierText"], swiftSettings: treeSettings),
    // A small HTTP/1.1 server. It knows nothing about pages.
    .target(
      name: "EspalierHTTP",
      dependencies: ["EspalierLocks", "EspalierText", "CCrash", "CMicroHTTPD", "CZlib", "CBrotli", "CNettle"],
      swiftSettings: settings),
    .target(
      name: "EspalierServer", dependencies: ["Espalier", "EspalierHTTP", "EspalierLocks", "EspalierText"],
      // The bundles that scripts/bundle makes of Public/espalier, so that packages which use the library need not copy
      // them.
      resources: [.embedInCode("Bundles")], swiftSettings: settings),
    // For development: the inspector and the fault lab. A server that does not link it has neither.
    .target(
      name: "EspalierInspector",
      dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierLocks", "EspalierText"],
      resources: [.embedInCode("Styles/picture.css")], swiftSettings: settings),
    // Lists of rows of a database, whatever the database.
    .target(
      name: "EspalierTables", dependencies: ["Espalier", "EspalierHTTP", "EspalierLocks"], swiftSettings: settings),
    .target(
      name: "EspalierSQLite",
      dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierTables", "EspalierLocks", "CSQLite"],
      swiftSettings: settings),
    .target(
      name: "EspalierPostgres",
      dependencies: ["Espalier", "EspalierHTTP", "EspalierTables", "EspalierLocks", "CPostgres"],
      swiftSettings: settings),
    // Several server processes as one site.
    .target(
      name: "EspalierCluster",
      dependencies: [
        "Espalier", "EspalierHTTP", "EspalierServer", "EspalierPostgres", "EspalierTables", "EspalierLocks", "CCurl",
      ],
      swiftSettings: settings),
    .target(
      name: "EspalierTesting", dependencies: ["Espalier", "EspalierHTTP", "EspalierServer"], swiftSettings: settings),
    // The demos as a user would write them: this target sees only what is public.
    .target(
      name: "EspalierDemos",
      dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierPostgres", "EspalierSQLite"],
      packageAccess: false, swiftSettings: testSettings),
    .executableTarget(
      name: "espalier-demos",
      dependencies: [
        "EspalierCluster", "EspalierDemos", "EspalierHTTP", "EspalierInspector", "EspalierServer", "EspalierSQLite",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "EspalierBenchmarks",
      dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "CCallgrind", "CFixedReply"],
      swiftSettings: settings),
    // Pages that misbehave on purpose, for tests of how a server reacts.
    .executableTarget(
      name: "espalier-trials",
      dependencies: [
        "Espalier", "EspalierCluster", "EspalierHTTP", "EspalierPostgres", "EspalierServer", "EspalierSQLite",
      ],
      path: "Tests/EspalierTrials", swiftSettings: settings),
    // Helpers for the tests of several modules.
    .target(
      name: "EspalierTestSupport", dependencies: ["Espalier", "EspalierLocks"], path: "Tests/EspalierTestSupport",
      swiftSettings: testSettings),
    .target(
      name: "EspalierServerTestSupport", dependencies: ["EspalierHTTP", "EspalierServer", "EspalierTesting"],
      path: "Tests/EspalierServerTestSupport", swiftSettings: testSettings),
    .testTarget(
      name: "EspalierTests", dependencies: ["Espalier", "EspalierLocks", "EspalierText", "EspalierTestSupport"],
      swiftSettings: testSettings
    ),
    .testTarget(
      name: "EspalierDatabaseTests",
      dependencies: [
        "EspalierPostgres", "EspalierSQLite", "EspalierTables", "EspalierHTTP", "EspalierLocks", "EspalierTesting",
        "EspalierServerTestSupport",
        "EspalierTestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "EspalierServerTests",
      dependencies: [
        "CZlib", "EspalierHTTP", "EspalierInspector", "EspalierServer", "EspalierTesting", "EspalierLocks",
        "EspalierServerTestSupport", "EspalierTestSupport",
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "EspalierClusterTests",
      dependencies: [
        "EspalierCluster", "EspalierHTTP", "EspalierPostgres", "EspalierServer", "EspalierTables", "EspalierTesting",
        "EspalierLocks", "EspalierServerTestSupport", "EspalierTestSupport",
      ],
      swiftSettings: testSettings),
    // A plugin as a user writes it: this target sees only what is public.
    .testTarget(
      name: "EspalierPluginTests", dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierTesting"],
      packageAccess: false,
      swiftSettings: testSettings),
    // The demos, and the Swift that the readme, the articles and the guides show.
    .testTarget(
      name: "EspalierDemosTests",
      dependencies: [
        "EspalierCluster", "EspalierDemos", "EspalierHTTP", "EspalierPostgres", "EspalierServer", "EspalierTesting",
        "EspalierLocks",
        "EspalierServerTestSupport",
        "EspalierTestSupport",
      ],
      swiftSettings: testSettings),
  ],
  swiftLanguageModes: [.v6]
)

// The example is a package of its own. The tests build it here too, because one build serves all tests.
if isTestBuild {
  package.targets += [
    .executableTarget(
      name: "TaskBoard", dependencies: ["Espalier", "EspalierHTTP", "EspalierServer", "EspalierSQLite"],
      path: "Examples/TaskBoard/Sources/TaskBoard", swiftSettings: testSettings),
    .testTarget(
      name: "TaskBoardTests", dependencies: ["TaskBoard", "EspalierTesting"],
      path: "Examples/TaskBoard/Tests/TaskBoardTests", swiftSettings: testSettings),
  ]
}
