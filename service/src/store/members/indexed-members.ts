import { longestValue } from './run-migration.ts';

/**
 * Members of bodies that lists are filtered or ordered by where there may be very many records: each is a text, a boolean or absent, and
 * triggers keep it in the table `record_members` (migration.ts). Lists that ask for another member read the bodies of all records of their
 * scope.
 */
export interface IndexedMember {
  /**
   * Where records without the member stand in the order of its values; absent: lists are filtered by it, and records without it have no
   * row.
   */
  readonly withoutIt?: 'first' | 'last';
  /** The value that most records have, which has no row, in a scope. */
  readonly usual?: (scope: string) => string;
  /** Its rows have the scope `''`, whatever those of the records are. */
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
 * Of kinds that belong to an organization which is not their scope: the member that names it, and those by which lists of the group are
 * filtered, the most telling first.
 */
const groups: { readonly [kind: string]: { readonly by: string; readonly members: readonly string[] } } = {
  runs: { by: 'organization', members: ['commit', 'createdBy.name', 'status', 'operation', 'source', 'month'] },
};

export const findGroup = (kind: string): (typeof groups)[string] | undefined => groups[kind];

/** Values of more characters are not indexed. */
export const isIndexedValue = (value: string): boolean => value.length <= longestValue;

/** Undefined: there is no such member, or it is not indexed. */
export const findIndexedMember = (kind: string, path: string): IndexedMember | undefined => members[kind]?.[path];
