import { findMembership, getProjectRights, listWorkspaceRights } from '../access/permissions.ts';
import type { Organization } from '../access/records.ts';
import type { RequestContext } from '../http/route.ts';
import type { ResourceObject } from '../json-api/resource-object.ts';
import { renderOrganization } from './organizations/organizations.ts';
import { renderProject } from './projects/projects.ts';
import type { StoredProject } from './projects/stored.ts';
import { renderWorkspaces } from './workspaces/render-workspaces.ts';
import type { StoredWorkspace } from './workspaces/stored.ts';

type Load = (ctx: RequestContext, ids: readonly string[]) => Promise<readonly ResourceObject[]>;

/** The documents of workspaces that the caller may see. */
export const loadWorkspaceDocuments: Load = async (ctx, ids) => {
  const found = await ctx.tx.getMany<StoredWorkspace>('workspaces', ids);
  const documents: ResourceObject[] = [];
  for (const organization of new Set(found.map(({ scope }) => scope))) {
    const records = found.filter(({ scope }) => scope === organization);
    const rights = await listWorkspaceRights(ctx, records);
    const visible = records.filter(({ id }) => rights.get(id)!.has('read-run'));
    if (visible.length > 0) documents.push(...(await renderWorkspaces(ctx, visible)));
  }
  return documents;
};

/** The documents of projects that the caller may see. */
export const loadProjectDocuments: Load = async (ctx, ids) => {
  const documents: ResourceObject[] = [];
  for (const project of await ctx.tx.getMany<StoredProject>('projects', ids))
    if ((await getProjectRights(ctx, project)).has('read')) documents.push(await renderProject(ctx, project));
  return documents;
};

/** The documents of organizations, by their names, that the caller belongs to. */
export const loadOrganizationDocuments: Load = async (ctx, names) => {
  const documents: ResourceObject[] = [];
  for (const name of names) {
    const organization = findMembership(ctx, name) && (await ctx.tx.getByKey<Organization>('organizations', '', name));
    if (organization) documents.push(renderOrganization(ctx, organization));
  }
  return documents;
};
