/// The version of this package and all its programs.
public var version: Bytes { "0.1.0" }
