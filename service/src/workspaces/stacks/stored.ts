import type { ReadTransaction, StoredRecord } from '../../store/store.ts';

/** The repository of a stack, by the names of the document. */
export interface StoredStackRepo {
  readonly identifier: string;
  /** Empty: the default branch. */
  readonly branch: string;
  readonly 'oauth-token-id'?: string;
  readonly 'codehost-app-installation-id'?: string;
  readonly 'tags-regex': string | null;
  readonly 'trigger-disabled': boolean;
}

/**
 * The body of a record of kind `stacks` (decision 172), id `st-…`: scope the organization, key the ID of the project and the name, since
 * a name is unique in its project. A link of kind `stack-project` leads to the project.
 */
export interface StoredStack {
  readonly name: string;
  readonly organization: string;
  /** The ID. */
  readonly project: string;
  readonly description: string;
  readonly speculativeEnabled: boolean;
  readonly debuggingMode: boolean;
  /** Null: `agent` with an agent pool, else `remote`. */
  readonly executionMode: 'remote' | 'agent' | null;
  readonly agentPool: string | null;
  readonly workingDirectory: string;
  readonly triggerPatterns: readonly string[];
  readonly vcsRepo: StoredStackRepo | null;
  readonly creationSource: 'api' | 'migration-api';
  readonly createdAt: string;
  readonly updatedAt: string;
}
export type StackRecord = StoredRecord<StoredStack>;

/** Links a stack → its project. */
export const stackProjectLink = 'stack-project';
export const toStackKey = ({ project, name }: Pick<StoredStack, 'project' | 'name'>): string => `${project}/${name}`;

/** The number of stacks of a project. */
export const countProjectStacks = async (view: ReadTransaction, project: string): Promise<number> =>
  (await view.countLinks(stackProjectLink, { to: [project] })).get(project) ?? 0;
