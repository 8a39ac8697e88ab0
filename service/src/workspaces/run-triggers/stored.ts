import type { NounBody } from '../../nouns/noun-record.ts';

/** The body of a record of kind `run-triggers`: scope the workspace that it starts runs in, key the source's ID. */
export interface StoredRunTrigger extends NounBody {
  /** The workspace whose applied runs start it. */
  readonly sourceable: string;
}

/** Links each run trigger → the workspace that is its source. */
export const triggerSourceLink = 'run-trigger-sources';
