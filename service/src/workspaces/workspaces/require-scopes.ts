import { unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { type PoolUser, requirePoolScope } from '../agent-pools/agent-pool-scope.ts';
import { isInConnectionScope } from '../oauth-clients/connection-scope.ts';
import type { StoredWorkspace } from './stored.ts';

/**
 * Throws 422 for an agent pool or a connection that is not for this workspace. `before`: what it was; what it has already, in the same
 * project, stays.
 */
export const requireScopes = async (
  ctx: RequestContext,
  { attributes }: Pick<StoredWorkspace, 'attributes'>,
  user: PoolUser,
  before?: Pick<StoredWorkspace, 'attributes' | 'project'>,
): Promise<void> => {
  const moved = before?.project !== user.project;
  const pool = attributes['agent-pool-id'];
  if (moved || pool !== before?.attributes['agent-pool-id']) await requirePoolScope(ctx, pool, user);
  const token = attributes['vcs-repo']?.['oauth-token-id'];
  const isNew = moved || token !== before?.attributes['vcs-repo']?.['oauth-token-id'];
  if (token !== undefined && isNew && !(await isInConnectionScope(ctx, token, user.project)))
    throw unprocessable(
      `the connection of "${token}" is not for the project of this workspace`,
      '/data/attributes/vcs-repo/oauth-token-id',
    );
};
