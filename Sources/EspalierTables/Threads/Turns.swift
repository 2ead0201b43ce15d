import EspalierHTTP

/// Jobs that wait. Those of one requester come in their order; requesters take turns, so that nobody waits for all jobs of
/// another.
struct Turns<Job> {
  /// By requester; nil stands for all jobs of nobody in particular.
  private var queues: [Requester?: FIFO<Job>] = [:]
  /// The requesters with jobs, the next one first.
  private var order = FIFO<Requester?>()

  var isEmpty: Bool { order.isEmpty }

  mutating func append(_ job: Job, for requester: Requester? = nil) {
    if queues[requester] == nil { order.append(requester) }
    queues[requester, default: FIFO()].append(job)
  }

  mutating func takeFirst() -> Job? {
    guard let requester = order.takeFirst(), let job = queues[requester]?.takeFirst() else { return nil }
    if queues[requester]?.isEmpty == true { queues[requester] = nil } else { order.append(requester) }
    return job
  }
}
