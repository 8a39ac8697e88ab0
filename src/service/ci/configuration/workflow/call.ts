import type { Filters, Job, RequiredStatus } from '../configuration.ts';
import type { Place } from '../source/place.ts';

/** A requirement as it is written: a name, with the ends that it asks for. */
export interface Wish { readonly name: string; readonly statuses: readonly RequiredStatus[]; readonly pointer: string }

/** One job of one workflow, before it has its final name. */
export interface Call {
  /** The name that is asked for: said, or the job's own, of a matrix with its values. */
  readonly wanted: string;
  /** By which names others require it: its matrix's alias. */
  readonly alias: string | undefined;
  readonly pointer: string;
  /** Undefined: an approval, which needs no job. */
  readonly job: Job | undefined;
  /** Two jobs with one text are the same job. */
  readonly text: string;
  readonly wishes: readonly Wish[];
  readonly context: readonly string[];
  readonly filters: Filters | undefined;
  readonly serialGroup: string | undefined;
}

export interface WorkflowCalls { readonly name: string; readonly place: Place; readonly calls: readonly Call[] }
