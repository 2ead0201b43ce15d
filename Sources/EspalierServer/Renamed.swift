// Names of 0.1 that have another name now. The compiler of a program says the new name. Version 0.3 removes this file.

/// The name of `SiteBuilder` in 0.1.
@available(*, unavailable, renamed: "SiteBuilder")
public typealias PageBuilder = SiteBuilder
