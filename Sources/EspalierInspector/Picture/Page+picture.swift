import EspalierHTTP
import EspalierServer
import Espalier

extension Page {
  /// The page that draws the trees of this page, for development. It draws the instance of the same browser or tab.
  var picture: Page {
    let values = JSONObject([("name", .string(title))])
    let place = (path == "/" ? "" : path) + "/tree"
    var page = Page(
      place, title: "Tree of \(title)", scope: scope, values: values, isListed: false,
      entry: PageEntry(below: entry, "tree", path: place) { TreePicture() })
    page.frame = Self.pictureFrame
    (page.isOnAnyNode, page.belongsToParentPage) = (isOnAnyNode, true)
    return page
  }

  private static let pictureFrame = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{{title}}</title>
    {{{espalier}}}
    <link rel="stylesheet" href="/espalier/picture.css">
    </head>
    <body>
    <header class="top">
    <h1>{{title}}</h1>
    <ul class="legend" aria-label="Colours">
    <li class="event">an event goes up</li>
    <li class="data">a value comes down</li>
    <li class="notification">a notification arrives</li>
    <li class="render">a cell is rendered</li>
    <li class="dots">the same dot means the same value</li>
    </ul>
    <label><input type="checkbox" id="slow"> Slow motion</label>
    <a href="{{parent}}">Back to {{name}}</a>
    <noscript><a href="">Load again</a></noscript>
    </header>
    <main>{{{content}}}</main>
    <p role="status" data-espalier-status></p>
    </body>
    </html>
    """
}
