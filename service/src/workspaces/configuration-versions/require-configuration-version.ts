import { hasOrganizationRight, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { StoredConfigurationVersion } from './stored.ts';

/** A configuration version for tests of a module. Throws 404 unless the caller manages the modules of the organization. */
const requireOfModule = async (
  ctx: RequestContext,
  version: StoredRecord<StoredConfigurationVersion>,
  what: string,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const module = await ctx.tx.get<StoredRegistryModule>('registry-modules', version.scope);
  if (!module || !hasOrganizationRight(ctx, module.scope, 'manage-modules')) throw notFound(what);
  return version;
};

/**
 * The configuration version of this id; 404 unless the caller has the right in its workspace, or manages the modules whose tests it is
 * for.
 */
export const findConfigurationVersion = async (
  ctx: RequestContext,
  id: string,
  right: WorkspaceRight,
  what: string,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const version = await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', id);
  const workspace = version && (await ctx.tx.get<StoredWorkspace>('workspaces', version.scope));
  if (version && !workspace) return requireOfModule(ctx, version, what);
  if (!version || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return version;
};

/** The configuration version of the path. */
export const requireConfigurationVersion = (
  ctx: RequestContext,
  right: WorkspaceRight,
): Promise<StoredRecord<StoredConfigurationVersion>> => {
  const id = ctx.params['configuration_version_id']!;
  return findConfigurationVersion(ctx, id, right, `the configuration version ${id}`);
};
