import type { RequestContext } from '../http/route.ts';
import type { StoredRecord } from '../store/store.ts';
import type { WorkspaceSummary } from './records.ts';
import type { WorkspaceRight } from './workspace-rights.ts';

/** Links a workspace → each that may read its state, where it does not share it with all. */
export const stateConsumersLink = 'remote-state-consumers';

const rightsOfRun: ReadonlySet<WorkspaceRight> = new Set(['read-run', 'read-state-versions', 'read-state-outputs']);
const noRights: ReadonlySet<WorkspaceRight> = new Set();

/**
 * The rights of a run's token on each of these workspaces of its organization, by ID: it can see its own workspace and those that share
 * their state with it, and read their states (decision 85). `own`: ID of the run's workspace.
 */
export const listRightsOfRun = async (
  { tx }: Pick<RequestContext, 'tx'>,
  own: string,
  workspaces: readonly StoredRecord<WorkspaceSummary>[],
): Promise<ReadonlyMap<string, ReadonlySet<WorkspaceRight>>> => {
  const from = workspaces.filter(({ id, body }) => id !== own && !body.attributes?.['global-remote-state']).map(({ id }) => id);
  const links = from.length === 0 ? [] : await tx.listLinks(stateConsumersLink, { from: from.length === 1 ? from[0]! : from });
  const closed = new Set(from);
  for (const link of links) if (link.to === own) closed.delete(link.from);
  return new Map(workspaces.map(({ id }) => [id, closed.has(id) ? noRights : rightsOfRun]));
};
