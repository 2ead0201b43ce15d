import EspalierServer
import Glibc

/// Serves the pages: `starter [HOST [PORT]]`. Without arguments, only this machine can open them. With `DEVELOPMENT=1` in the
/// environment, the log warns of events that nobody handles and of integers without a range.
@main
struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let port = UInt16(arguments.dropFirst().first ?? "8080") else {
      print("The port must be a number from 0 to 65535, as in: starter 127.0.0.1 8080")
      exit(2)
    }
    await Pages.site(isDevelopment: getenv("DEVELOPMENT") != nil).run(host: arguments.first ?? "127.0.0.1", port: port)
  }
}
