/** Lists what exists and no state manages: `terraform query`. */
export interface QueryCommand {
  readonly name: 'query';
  /** Whether the engine writes configuration for what it found. */
  readonly generatesConfiguration: boolean;
}
/** Tests a configuration: `terraform test`. */
export interface TestCommand {
  readonly name: 'test';
  /** Paths of the test files that are executed; empty: all. */
  readonly filters: readonly string[];
  /** The folder of the test files; absent: that of the engine, `tests`. */
  readonly directory?: string;
  readonly verbose: boolean;
  /** Absent: that of the engine. */
  readonly parallelism?: number;
}
/** A command of the engine that is executed instead of a plan or an apply (decision 171). */
export type EngineCommand = QueryCommand | TestCommand;

/** What the tests of a configuration found, as the engine counts them. */
export interface ModuleTestFigures {
  readonly status: 'pass' | 'fail' | 'error' | 'skip';
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
}
