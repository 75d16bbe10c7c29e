/// Of everything in this package.
public var version: Bytes { "0.1.0" }
