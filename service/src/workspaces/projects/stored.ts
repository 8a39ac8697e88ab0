import type { StoredTagBinding } from '../tags/stored.ts';

/** The body of a record of kind `projects`: scope the organization, key the name. */
export interface StoredProject {
  readonly name: string;
  readonly organization: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Null: the organization's applies. */
  readonly defaultExecutionMode: 'remote' | 'local' | 'agent' | null;
  readonly defaultAgentPool: string | null;
  /** `setting-overwrites` as sent, if they differ from what mode and pool imply. */
  readonly overwritesPool?: boolean;
  /** For stacks, which this service does not execute: stored and returned without effect. */
  readonly stacksExecutionMode?: 'remote' | 'agent' | null;
  readonly autoDestroyActivityDuration: string | null;
  readonly tags: readonly StoredTagBinding[];
}
