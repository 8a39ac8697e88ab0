import type { JobFilters, JobConfig, RequiredStatus } from '../configuration.ts';
import type { ConfigNode } from '../source/config-node.ts';

/** A requirement as it is written: a name, with the ends that it asks for. */
export interface WrittenRequirement {
  readonly name: string;
  readonly statuses: readonly RequiredStatus[];
  readonly pointer: string;
}

/** One job of one workflow, before it has its final name. */
export interface JobCall {
  /** The name that is asked for: said, or the job's own, of a matrix with its values. */
  readonly requestedName: string;
  /** By which names others require it: its matrix's alias. */
  readonly alias: string | undefined;
  readonly pointer: string;
  /** Undefined: an approval, which needs no job. */
  readonly job: JobConfig | undefined;
  /** Two jobs with one text are the same job. */
  readonly canonicalText: string;
  readonly requirements: readonly WrittenRequirement[];
  readonly context: readonly string[];
  readonly filters: JobFilters | undefined;
  readonly serialGroup: string | undefined;
}

export interface WorkflowCalls {
  readonly name: string;
  readonly place: ConfigNode;
  readonly calls: readonly JobCall[];
}
