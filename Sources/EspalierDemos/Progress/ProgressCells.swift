import Espalier

/// The bar. The style sheet animates its parts with the duration and the curve of the change.
struct ProgressBar: Content {
  var percent = 0

  var html: HTML {
    """
    <p role="status"><span>Growth</span><span class="percent">\(percent) %</span></p>\
    <div role="progressbar" aria-label="Growth" aria-valuemin="0" aria-valuemax="100" aria-valuenow="\(percent)">\
    <svg class="growth" aria-hidden="true"><rect class="wire" y="11" width="100%" height="2"/>\
    <rect class="stem" y="8" width="\(percent)%" height="8" rx="4"/><circle class="tip" cx="\(percent)%" cy="12" r="12"/></svg>\
    </div>
    """
  }
}

/// Buttons that move the bar to its other end, with or without an animation.
struct ProgressButtons: Content {
  static let animate = Event<NoData>("animate")
  static let jump = Event<NoData>("jump")
  var time = Tempo.Time.second

  var html: HTML {
    """
    <button class="primary" \(Self.animate)>Animate, \(time.rawValue)</button>\
    <button class="quiet" \(Self.jump)>Jump</button>
    """
  }
}

/// The choice of a duration.
struct TimeChoice: Content {
  static let chosen = Event<Tempo.Time>("time")
  var time = Tempo.Time.second

  var html: HTML {
    """
    <h2>Duration</h2><div class="tempos" role="group" aria-label="Duration">\(Tempo.Time.allCases.map(button))</div>
    """
  }

  private func button(_ one: Tempo.Time) -> HTML {
    "<button aria-pressed=\"\(one == time)\" \(Self.chosen, sends: one)>\(one.rawValue)</button>"
  }
}

/// The choice of a curve. Each button draws its curve: time to the right, progress upwards.
struct BendChoice: Content {
  static let chosen = Event<Tempo.Bend>("bend")
  var bend = Tempo.Bend.easeInOut

  var html: HTML {
    """
    <h2>Curve</h2><div class="tempos bends" role="group" aria-label="Curve">\(Tempo.Bend.allCases.map(button))</div>
    """
  }

  private func button(_ one: Tempo.Bend) -> HTML {
    """
    <button aria-pressed="\(one == bend)" \(Self.chosen, sends: one)><svg viewBox="0 0 100 100" aria-hidden="true">\
    <path d="\(one.path)"/></svg><span>\(one.rawValue)</span></button>
    """
  }
}

/// The Swift code that a press on Animate runs.
struct ProgressCode: Content {
  var code = ""
  var html: HTML { "<code>\(code)</code>" }
}
