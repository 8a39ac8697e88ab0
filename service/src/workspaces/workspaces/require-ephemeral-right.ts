import { getWorkspaceRights } from '../../access/permissions.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from './stored.ts';

const settings = ['auto-destroy-at', 'auto-destroy-activity-duration'] as const;

/**
 * Who sets when a workspace is destroyed by itself starts a run that nobody confirms: it needs more than changing settings (decision 137).
 * Throws 403. `before`: what was stored; absent: the workspace is new. To take a time away needs no right of its own.
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
