/** Something about a place of the value that a text holds. */
export interface ConfigurationFinding {
  /** RFC 6901; where it leads nowhere, what is left when steps are taken from its end is meant. */
  readonly pointer: string;
  readonly message: string;
}

/** What is wrong or deprecated, and where it is written: a property at its key, an item of a list where it begins. */
export interface ConfigurationDiagnostic {
  /** RFC 6901, in the configuration: `/jobs/build/steps/0`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly message: string;
}
