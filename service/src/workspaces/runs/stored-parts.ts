/** The author of an action on a run. */
export interface RunAuthor {
  readonly kind: 'user' | 'team' | 'organization';
  readonly id: string;
  readonly name: string;
}

/** The run that started another one, when it was applied. */
export interface RunCause {
  readonly run: string;
  readonly workspace: string;
  readonly workspaceName: string;
  /** The length of the chain of runs that started each other, up to this run: 1 for the first. */
  readonly depth: number;
}

/** The options of a run beyond its message; absent members have the default of the hosted service. */
export interface RunOptions {
  readonly refreshOnly?: true;
  readonly allowEmptyApply?: true;
  readonly allowConfigGeneration?: true;
  readonly debuggingMode?: true;
  readonly targets?: readonly string[];
  readonly replacements?: readonly string[];
  readonly invokedActions?: readonly string[];
  readonly policyPaths?: readonly string[];
  /** Values are literals of the configuration language: a string has its quotation marks. `sensitive`: the value is never shown. */
  readonly variables?: readonly { readonly key: string; readonly value: string; readonly sensitive?: true }[];
}

/** Numbers of resources that a plan or an apply changes. */
export interface ResourceCounts {
  readonly additions: number;
  readonly changes: number;
  readonly destructions: number;
  readonly imports: number;
}

/** How a plan or an apply ended. */
export interface PhaseResult extends ResourceCounts {
  readonly status: 'finished' | 'errored' | 'canceled';
  /** For a plan: whether there is something to apply. */
  readonly hasChanges: boolean;
  /** True for a plan that wrote configuration. */
  readonly generatedConfiguration?: true;
  /** Ids of the state versions that an apply made. */
  readonly stateVersions?: readonly string[];
  /** ID of the agent that executed it. Absent: the service did. */
  readonly agent?: string;
  /** Whether its logs and documents were deleted. Absent: they are kept. */
  readonly backingData?: 'soft-deleted' | 'deleted';
}

/** Monthly costs are decimal numbers as text. */
export interface CostFigures {
  readonly resources: number;
  readonly matched: number;
  readonly unmatched: number;
  readonly prior: string;
  readonly proposed: string;
  readonly delta: string;
  /** Why there are no figures. */
  readonly error?: string;
}

/** The part of a task stage or a policy check that a run stores: the record has the rest. */
export interface StageReference {
  readonly id: string;
  /** `pre_plan`, `post_plan`, `pre_apply`, `post_apply`; of a policy check its scope. */
  readonly stage: string;
  readonly status: StageStatus;
}
/** `overridable`: failed, and a caller with the right can let the run continue. */
export type StageStatus = 'pending' | 'passed' | 'failed' | 'overridable';

/** Something that happened to a run. The id of the run and the number make the event's id. */
export interface RunEvent {
  readonly action: string;
  readonly description: string;
  readonly at: string;
  readonly by?: RunAuthor;
  /** The id of the comment that came with it. */
  readonly comment?: string;
}
