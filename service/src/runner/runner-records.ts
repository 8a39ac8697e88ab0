/** The body of a record of kind `ci-runners`, scope '', key the id: a process that does work of any kind. */
export interface RunnerRecord {
  /** Epoch milliseconds of the machine's clock, which a test's clock does not change. */ readonly seenAt: number;
}
