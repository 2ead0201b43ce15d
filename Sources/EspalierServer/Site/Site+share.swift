import EspalierHTTP
public import Espalier

extension Site {
  /// Shares a value with every page instance, present and future. Each gets it in its own lane. If several threads
  /// share at the same time, all instances end with the same, last value.
  public func share<Value>(_ value: Value, to data: SharedData<Value>) {
    let name = data.name
    for slot in core.instances.share(name, { $0.share(value, to: data) }) {
      slot.submit { [instances = core.instances] instance in
        // Looked up only now, so that two threads that share cannot leave two pages with different values.
        if let tell = instances.currentShare(name) { instance.change(tell) }
      }
    }
  }
}
