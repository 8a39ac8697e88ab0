import { listWorkspaceRights } from '../../access/permissions.ts';
import type { DocumentLoaders } from '../../http/route.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { renderStateVersions } from './render-state-version.ts';
import type { StoredStateVersion } from './stored.ts';

/** State versions that the caller may read, for `include`. */
export const loadStateVersions: DocumentLoaders[string] = async (ctx, ids) => {
  const versions = await ctx.tx.getMany<StoredStateVersion>('state-versions', ids);
  const workspaces = await ctx.tx.getMany<StoredWorkspace>('workspaces', [...new Set(versions.map(({ scope }) => scope))]);
  const readable = new Set<string>();
  for (const organization of new Set(workspaces.map(({ scope }) => scope))) {
    const rights = await listWorkspaceRights(
      ctx,
      workspaces.filter(({ scope }) => scope === organization),
    );
    for (const [id, granted] of rights) if (granted.has('read-state-versions')) readable.add(id);
  }
  return renderStateVersions(
    ctx,
    versions.filter(({ scope }) => readable.has(scope)),
  );
};
