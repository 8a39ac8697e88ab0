import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredStateVersion } from './stored.ts';

type Version = StoredRecord<StoredStateVersion>;

/** Whether a version was current at some time, and is followed by the one that names it as the one before. */
const mayHaveSuccessor = ({ body }: Version): boolean =>
  !body.intermediate && body.next === undefined && body.status !== 'pending' && body.status !== 'discarded';

/** The versions that are not the current ones of their workspaces: most requests are about a current one. */
const withoutCurrent = async (view: ReadTransaction, versions: readonly Version[]): Promise<readonly Version[]> => {
  if (versions.length === 0) return versions;
  const workspaces = await view.getMany<StoredWorkspace>('workspaces', [...new Set(versions.map(({ scope }) => scope))]);
  const current = new Set(workspaces.map(({ body }) => body.currentStateVersion));
  return versions.filter(({ id }) => !current.has(id));
};

/**
 * The version that was current after each of these, by the ID of the one before. Most are on the same page of a list; the others are looked
 * for after the first of them, in the order of their numbers.
 */
export const findSuccessors = async (view: ReadTransaction, versions: readonly Version[]): Promise<ReadonlyMap<string, string>> => {
  const found = new Map<string, string>();
  const add = ({ id, body }: Version): void => {
    if (typeof body.previous === 'string' && !body.intermediate && body.status !== 'pending') found.set(body.previous, id);
  };
  for (const version of versions) add(version);
  const missing = versions.filter((version) => mayHaveSuccessor(version) && !found.has(version.id));
  const searched = await withoutCurrent(view, missing);
  if (searched.length === 0) return found;
  const scopes = [...new Set(searched.map(({ scope }) => scope))];
  const { records } = await view.list<StoredStateVersion>(
    {
      kind: 'state-versions',
      scope: scopes.length === 1 ? scopes[0]! : scopes,
      seq: { after: Math.min(...searched.map(({ seq }) => seq)) },
      body: [{ path: 'previous', is: searched.map(({ id }) => id) }],
    },
    { offset: 0, limit: searched.length, uncounted: true },
  );
  for (const version of records) add(version);
  return found;
};
