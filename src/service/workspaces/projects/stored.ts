import type { StoredTagBinding } from '../tags/stored.ts';

/** The body of a record of kind `projects`: scope the organization, key the name. */
export interface StoredProject {
  readonly name: string;
  readonly organization: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly defaultExecutionMode: 'remote' | 'local' | 'agent' | null;
  readonly defaultAgentPool: string | null;
  readonly autoDestroyActivityDuration: string | null;
  readonly tags: readonly StoredTagBinding[];
}
