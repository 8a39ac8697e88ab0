/** A finding about a value of a configuration. */
export interface ConfigurationFinding {
  /** RFC 6901; if it does not resolve, its longest prefix that does. In an orb it begins with `orb:namespace/name@1.2.3#`. */
  readonly pointer: string;
  readonly message: string;
}

/** A fault, deprecation or note with its position in the text: a member at its key, an item of a list at its beginning. */
export interface ConfigurationDiagnostic {
  /** The file of the orb that it is in; undefined: it is in the configuration itself. */
  readonly file?: string;
  /** RFC 6901, in the configuration: `/jobs/build/steps/0`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  readonly message: string;
}
