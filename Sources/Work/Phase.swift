public import Notation
public import Scene

/// A step of a job, and how far it is.
public struct Phase: Equatable {
  public let name: Bytes
  /// Its share of the job, relative to those of the other phases; above 0.
  public var weight: Double
  /// 0…1.
  public internal(set) var fraction = 0.0
  public internal(set) var began: Time?
  public internal(set) var ended: Time?
  /// Whether it is known elsewhere how long it took.
  var isLearned = false

  public init(_ name: Bytes, weight: Double = 1) { (self.name, self.weight) = (name, weight) }
}
