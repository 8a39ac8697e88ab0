import { findMembership, listProjectRights, listWorkspaceRights } from '../access/permissions.ts';
import type { Organization } from '../access/records.ts';
import type { WorkspaceRight } from '../access/workspace-rights.ts';
import type { DocumentLoaders, RequestContext } from '../http/route.ts';
import type { ResourceObject } from '../json-api/resource-object.ts';
import type { StoredRecord } from '../store/store.ts';
import { renderEntitlementSet } from './organizations/entitlement-set.ts';
import { renderOrganization } from './organizations/render-organization.ts';
import { renderProjects } from './projects/render-projects.ts';
import type { StoredProject } from './projects/stored.ts';
import { toStateVersionId } from './state-versions/parse-state-file.ts';
import { renderStateVersions } from './state-versions/render-state-version.ts';
import { loadStateOutputs } from './state-versions/state-outputs.ts';
import type { StoredStateVersion } from './state-versions/stored.ts';
import { loadBindings } from './tags/load-bindings.ts';
import { loadVariables } from './variables/load-variables.ts';
import { renderVariableSets } from './variable-sets/render-variable-sets.ts';
import { selectReadableVariableSets } from './variable-sets/require-variable-set.ts';
import type { StoredVariableSet } from './variable-sets/stored.ts';
import { renderWorkspaces } from './workspaces/render-workspaces.ts';
import type { StoredWorkspace } from './workspaces/stored.ts';

type Loader = DocumentLoaders[string];

const groupByScope = <B>(records: readonly StoredRecord<B>[]): readonly (readonly StoredRecord<B>[])[] => {
  const groups = new Map<string, StoredRecord<B>[]>();
  for (const record of records) groups.set(record.scope, [...(groups.get(record.scope) ?? []), record]);
  return [...groups.values()];
};

/** Workspaces on which the caller has the right. */
const listPermittedWorkspaces = async (
  ctx: RequestContext,
  ids: readonly string[],
  right: WorkspaceRight,
): Promise<readonly StoredRecord<StoredWorkspace>[]> => {
  const found: StoredRecord<StoredWorkspace>[] = [];
  for (const group of groupByScope(await ctx.tx.getMany<StoredWorkspace>('workspaces', ids))) {
    const rights = await listWorkspaceRights(ctx, group);
    found.push(...group.filter(({ id }) => rights.get(id)!.has(right)));
  }
  return found;
};

const loadWorkspaces: Loader = async (ctx, ids) => {
  const documents: ResourceObject[] = [];
  for (const group of groupByScope(await listPermittedWorkspaces(ctx, ids, 'read-run')))
    documents.push(...(await renderWorkspaces(ctx, group)));
  return documents;
};

const loadOrganizations: Loader = async (ctx, names) => {
  const known = names.filter((name) => findMembership(ctx, name));
  const { records } = await ctx.tx.list<Organization>({ kind: 'organizations', scope: '', keys: known });
  return records.map((record) => renderOrganization(ctx, record));
};

const loadEntitlementSets: Loader = async (ctx, ids) =>
  (await ctx.tx.getMany<Organization>('organizations', ids))
    .filter(({ body }) => findMembership(ctx, body.name))
    .map((record) => renderEntitlementSet(ctx, record));

const loadProjects: Loader = async (ctx, ids) => {
  const documents: ResourceObject[] = [];
  for (const group of groupByScope(await ctx.tx.getMany<StoredProject>('projects', ids))) {
    const rights = await listProjectRights(ctx, group);
    const readable = group.filter(({ id }) => rights.get(id)!.has('read'));
    documents.push(...(await renderProjects(ctx, readable)));
  }
  return documents;
};

const loadVariableSets: Loader = async (ctx, ids) => {
  const documents: ResourceObject[] = [];
  for (const group of groupByScope(await ctx.tx.getMany<StoredVariableSet>('varsets', ids))) {
    const readable = await selectReadableVariableSets(ctx, group, 'read-run');
    const visible = group.filter(({ id }) => readable.has(id));
    documents.push(...(await renderVariableSets(ctx, visible)));
  }
  return documents;
};

const loadStateVersions: Loader = async (ctx, ids) => {
  const versions = await ctx.tx.getMany<StoredStateVersion>('state-versions', ids);
  const scopes = [...new Set(versions.map(({ scope }) => scope))];
  const readable = new Set((await listPermittedWorkspaces(ctx, scopes, 'read-state-versions')).map(({ id }) => id));
  return renderStateVersions(
    ctx,
    versions.filter(({ scope }) => readable.has(scope)),
  );
};

/** The outputs of workspaces: those of the current state versions, in another format. */
const loadWorkspaceOutputs: Loader = async (ctx, ids) => {
  const wanted = new Set(ids);
  const versions = await ctx.tx.getMany<StoredStateVersion>('state-versions', [...new Set(ids.map(toStateVersionId))]);
  const scopes = [...new Set(versions.map(({ scope }) => scope))];
  return (await listPermittedWorkspaces(ctx, scopes, 'read-state-outputs')).flatMap(({ body }) =>
    body.outputs
      .filter(({ id }) => wanted.has(id))
      .map(({ id, name, type, sensitive, value }) => ({
        id,
        type: 'workspace-outputs',
        attributes: { name, 'output-type': type, sensitive, value: sensitive ? null : value },
      })),
  );
};

/** Loaders of the documents of hand-written nouns; they return only what the caller can read. */
export const coreLoaders: DocumentLoaders = {
  organizations: loadOrganizations,
  'entitlement-sets': loadEntitlementSets,
  projects: loadProjects,
  workspaces: loadWorkspaces,
  'workspace-outputs': loadWorkspaceOutputs,
  vars: loadVariables,
  varsets: loadVariableSets,
  'tag-bindings': loadBindings,
  'effective-tag-bindings': loadBindings,
  'state-versions': loadStateVersions,
  'state-version-outputs': loadStateOutputs,
};
