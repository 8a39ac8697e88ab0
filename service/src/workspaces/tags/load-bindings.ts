import { findMembership, listProjectRights, listWorkspaceRights } from '../../access/permissions.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredProject } from '../projects/stored.ts';
import type { StoredRegistryProvider } from '../provider-registry/stored.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import {
  parseBindingTarget,
  renderEffectiveBindings,
  renderEffectiveProjectBindings,
  renderOwnBindings,
  renderProjectBindings,
  renderRegistryBindings,
} from './render-bindings.ts';

/** Bindings of modules and providers, which every member of an organization can see. */
const loadRegistryBindings = async (
  ctx: RequestContext,
  modules: readonly string[],
  providers: readonly string[],
): Promise<readonly ResourceObject[]> => [
  ...(await ctx.tx.getMany<StoredRegistryModule>('registry-modules', modules))
    .filter(({ scope }) => findMembership(ctx, scope))
    .flatMap((record) => renderRegistryBindings('registry-modules', record)),
  ...(await ctx.tx.getMany<StoredRegistryProvider>('registry-providers', providers))
    .filter(({ scope }) => findMembership(ctx, scope))
    .flatMap((record) => renderRegistryBindings('registry-providers', record)),
];

/** Key-value tags and effective ones of the workspaces, projects, modules and providers that the caller can see. */
export const loadBindings = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const wanted = new Set(ids);
  const targets = [...new Set(ids.flatMap((id) => parseBindingTarget(id) ?? []))];
  const ofKind = (prefix: string): readonly string[] => targets.filter((id) => id.startsWith(`${prefix}-`));
  const documents: ResourceObject[] = [...(await loadRegistryBindings(ctx, ofKind('mod'), ofKind('prov')))];
  const workspaces = await ctx.tx.getMany<StoredWorkspace>('workspaces', ofKind('ws'));
  const homes = new Map(
    (await ctx.tx.getMany<StoredProject>('projects', [...new Set(workspaces.map(({ body }) => body.project))])).map((one) => [one.id, one]),
  );
  for (const scope of new Set(workspaces.map((one) => one.scope))) {
    const group = workspaces.filter((one) => one.scope === scope);
    const rights = await listWorkspaceRights(ctx, group);
    for (const workspace of group)
      if (rights.get(workspace.id)!.has('read-run'))
        documents.push(...renderOwnBindings(workspace), ...renderEffectiveBindings(workspace, homes.get(workspace.body.project)!.body));
  }
  const projects = await ctx.tx.getMany<StoredProject>('projects', ofKind('prj'));
  for (const scope of new Set(projects.map((one) => one.scope))) {
    const group = projects.filter((one) => one.scope === scope);
    const rights = await listProjectRights(ctx, group);
    for (const project of group)
      if (rights.get(project.id)!.has('read'))
        documents.push(...renderProjectBindings(project), ...renderEffectiveProjectBindings(project));
  }
  return documents.filter(({ id }) => wanted.has(id));
};
