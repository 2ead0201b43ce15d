import EspalierHTTP
public import Espalier

extension Site {
  /// Shares a value with every page instance, present and future. Each hears it in its own lane; whoever shares last
  /// is heard by all.
  public func share<Value>(_ value: Value, to data: SharedData<Value>) {
    let name = data.name
    for instance in core.instances.share(name, { $0.share(value, to: data) }) {
      instance.submit { [instances = core.instances] instance in
        // Looked up only now, so that two sharers cannot leave two pages with different values.
        if let tell = instances.currentShare(name) { instance.change(tell) }
      }
    }
  }
}
