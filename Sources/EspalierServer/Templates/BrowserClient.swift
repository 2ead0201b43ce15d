import EspalierHTTP
internal import Espalier

/// The browser's modules and style sheets from `Public/espalier`, built in, so that a package that uses this library need not copy them.
enum BrowserClient {
  /// By path, as the pages name them; looked through once, however many sites there are.
  static let files = Served.byPath(sources)

  /// The module that makes a page live.
  static let start = "/espalier/espalier.js"

  private static let sources: [String: [UInt8]] = [
    "espalier/apply.js": PackageResources.apply_js,
    "espalier/bare.js": PackageResources.bare_js,
    "espalier/carry.js": PackageResources.carry_js,
    "espalier/drag.js": PackageResources.drag_js,
    "espalier/effects.js": PackageResources.effects_js,
    "espalier/espalier.js": PackageResources.espalier_js,
    "espalier/focus.js": PackageResources.focus_js,
    "espalier/follow.js": PackageResources.follow_js,
    "espalier/grow.js": PackageResources.grow_js,
    "espalier/hover.js": PackageResources.hover_js,
    "espalier/keep.js": PackageResources.keep_js,
    "espalier/keys.js": PackageResources.keys_js,
    "espalier/later.js": PackageResources.later_js,
    "espalier/layout.css": PackageResources.layout_css,
    "espalier/list.css": PackageResources.list_css,
    "espalier/listen.js": PackageResources.listen_js,
    "espalier/morph.js": PackageResources.morph_js,
    "espalier/motion.js": PackageResources.motion_js,
    "espalier/numbers.css": Array(LayoutNumber.styleSheet.utf8),
    "espalier/pace.js": PackageResources.pace_js,
    "espalier/plain.css": PackageResources.plain_css,
    "espalier/poll.js": PackageResources.poll_js,
    "espalier/receive.js": PackageResources.receive_js,
    "espalier/rows.js": PackageResources.rows_js,
    "espalier/send.js": PackageResources.send_js,
    "espalier/sight.js": PackageResources.sight_js,
    "espalier/start.js": PackageResources.start_js,
    "espalier/status.js": PackageResources.status_js,
    "espalier/stream.js": PackageResources.stream_js,
    "espalier/tabs.js": PackageResources.tabs_js,
    "espalier/told.js": PackageResources.told_js,
    "espalier/twin.js": PackageResources.twin_js,
    "espalier/version.js": PackageResources.version_js,
    "espalier/view.js": PackageResources.view_js,
    "espalier/watch.js": PackageResources.watch_js,
    "espalier/wire.js": PackageResources.wire_js,
  ]
}
