import { getWorkspaceRights } from '../../access/permissions.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from './stored.ts';

const settings = ['auto-destroy-at', 'auto-destroy-activity-duration'] as const;

/**
 * Requires the right to set automatic destruction, which starts a run without a confirmation: changing settings does not suffice (decision
 * 137). Throws 403. `before`: the stored body; absent: the workspace is new. Removing a time requires no additional right.
 */
export const requireEphemeralRight = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  before?: StoredWorkspace,
): Promise<void> => {
  const next = workspace.body.attributes;
  const name = settings.find((one) => next[one] && next[one] !== before?.attributes[one]);
  if (name === undefined || (await getWorkspaceRights(ctx, workspace)).has('manage-ephemeral-workspaces')) return;
  throw forbidden(`${name}: only administrators of the workspace may have it destroyed by itself, and no token of an organization`);
};
