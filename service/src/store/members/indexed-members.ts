import { longestValue } from './run-migration.ts';

/**
 * Members of bodies that lists are filtered or ordered by where there may be very many records: each is a text, a boolean or absent, and
 * triggers keep it in the table `record_members` (migration.ts). Lists that filter by another member read the bodies of all records of
 * their scope.
 */
export interface IndexedMember {
  /**
   * The position of records without the member in the order of its values; absent: the member is only filtered by, and records without it
   * have no row.
   */
  readonly withoutIt?: 'first' | 'last';
  /** The value that most records have, which has no row, in a scope. */
  readonly usual?: (scope: string) => string;
  /** Its rows have the scope `''` instead of the records' scopes. */
  readonly anyScope?: true;
}

const members: { readonly [kind: string]: { readonly [path: string]: IndexedMember } } = {
  workspaces: {
    latestChangeAt: { withoutIt: 'first' },
    'currentRun.createdAt': { withoutIt: 'last' },
    'currentRun.status': {},
    'attributes.agent-pool-id': {},
  },
  varsets: { global: { usual: () => 'false' }, 'parent.id': { usual: (organization) => organization } },
  tokens: { 'owner.id': { anyScope: true } },
  'workspace-tasks': { task: { anyScope: true } },
};

/**
 * Kinds that belong to an organization which is not their scope: the member that names it, and the members by which lists of the group are
 * filtered, the most selective first.
 */
const groups: { readonly [kind: string]: { readonly by: string; readonly members: readonly string[] } } = {
  runs: { by: 'organization', members: ['commit', 'createdBy.name', 'status', 'operation', 'source', 'month'] },
};

export const findGroup = (kind: string): (typeof groups)[string] | undefined => groups[kind];

/** Values of more characters are not indexed. */
export const isIndexedValue = (value: string): boolean => value.length <= longestValue;

/** Undefined: there is no such member, or it is not indexed. */
export const findIndexedMember = (kind: string, path: string): IndexedMember | undefined => members[kind]?.[path];
