import type { JobFilters, JobConfig, RequiredStatus } from '../configuration.ts';
import type { ConfigNode } from '../source/config-node.ts';

/** A requirement as written: a name, with the accepted final statuses. */
export interface WrittenRequirement {
  readonly name: string;
  readonly statuses: readonly RequiredStatus[];
  readonly pointer: string;
}

/** The call of a job in a workflow, before it has its final name. */
export interface JobCall {
  /** The requested name: `name`, or the job's own name, in a matrix with its values. */
  readonly requestedName: string;
  /** The alias of its matrix, by which other jobs can require it. */
  readonly alias: string | undefined;
  readonly pointer: string;
  /** Undefined for an approval. */
  readonly job: JobConfig | undefined;
  /** Jobs with equal texts are the same job. */
  readonly canonicalText: string;
  readonly requirements: readonly WrittenRequirement[];
  readonly context: readonly string[];
  readonly filters: JobFilters | undefined;
  readonly serialGroup: string | undefined;
}

export interface WorkflowCalls {
  readonly name: string;
  readonly node: ConfigNode;
  readonly calls: readonly JobCall[];
}
