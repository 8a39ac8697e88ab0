/** The allowed values of one variable, as a separate document `ncvaropt-…`. */
export interface StoredVariableOption {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly options: readonly unknown[];
}

/** The body of a record of kind `no-code-modules`: scope the organization, key the registry module's id, so that one is offered once. */
export interface StoredNoCodeModule {
  readonly organization: string;
  /** `mod-…` */
  readonly module: string;
  readonly enabled: boolean;
  readonly versionPin: string | null;
  readonly options: readonly StoredVariableOption[];
}
