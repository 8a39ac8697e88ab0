import { type ResourceObject, renderToMany } from '../../json-api/resource-object.ts';
import type { RequestContext } from '../../http/route.ts';
import type { Link, StoredRecord } from '../../store/store.ts';
import { isOwner } from '../../access/organization-owners.ts';
import { hasOrganizationRight, listReadableProjects } from '../../access/permissions.ts';
import { selectReadable } from '../../access/readable-workspaces.ts';
import type { StoredVariable } from '../variables/stored.ts';
import type { StoredVariableSet } from './stored.ts';
import { listVariables } from '../variables/variables.ts';
import { canManageVariableSets } from './require-variable-set.ts';
import { selectVisibleVariableSets } from './visible-variable-sets.ts';

type VariableSets = readonly StoredRecord<StoredVariableSet>[];
const groupBy = <T>(items: readonly T[], by: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = by(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/** What the documents of one page share; one query for each relationship, not one for each set. */
interface PageContext {
  readonly organization: string;
  readonly variables: ReadonlyMap<string, readonly StoredRecord<StoredVariable>[]>;
  readonly workspaces: ReadonlyMap<string, readonly Link[]>;
  readonly projects: ReadonlyMap<string, readonly Link[]>;
  /** Empty in the neutral dialect, whose documents do not have them. */
  readonly stacks: ReadonlyMap<string, readonly Link[]>;
  /** Ids that the caller may read; undefined: all. */
  readonly visible:
    | {
        readonly workspaces: ReadonlySet<string>;
        readonly projects: ReadonlySet<string> | undefined;
        readonly sets: ReadonlySet<string>;
      }
    | undefined;
}

const loadVisible = async (
  ctx: RequestContext,
  organization: string,
  sets: VariableSets,
  workspaces: readonly Link[],
): Promise<NonNullable<PageContext['visible']>> => {
  const projects = await listReadableProjects(ctx, organization);
  return {
    workspaces: await selectReadable(ctx, organization, [...new Set(workspaces.map(({ to }) => to))]),
    projects: projects && new Set(projects),
    sets: await selectVisibleVariableSets(ctx, organization, sets, 'read-variable'),
  };
};

const loadPage = async (ctx: RequestContext, organization: string, sets: VariableSets): Promise<PageContext> => {
  const { tx } = ctx;
  const ids = sets.map(({ id }) => id);
  // A single id makes queries whose statements the store has prepared.
  const from = ids.length === 1 ? ids[0]! : ids;
  const [variables, workspaces, projects, stacks] = await Promise.all([
    listVariables(tx, from),
    tx.listLinks('varset-workspaces', { from }),
    tx.listLinks('varset-projects', { from }),
    ctx.dialect === 'hosted' ? tx.listLinks('varset-stacks', { from }) : [],
  ]);
  return {
    organization,
    variables: groupBy(variables, (variable) => variable.scope),
    workspaces: groupBy(workspaces, (link) => link.from),
    projects: groupBy(projects, (link) => link.from),
    stacks: groupBy(stacks, (link) => link.from),
    visible: hasOrganizationRight(ctx, organization, 'read-workspaces')
      ? undefined
      : await loadVisible(ctx, organization, sets, workspaces),
  };
};

const listTargets = (links: readonly Link[], allowed: ReadonlySet<string> | undefined): readonly string[] =>
  links.map((link) => link.to).filter((id) => allowed === undefined || allowed.has(id));

const renderOne = async (
  ctx: RequestContext,
  page: PageContext,
  { id, body }: StoredRecord<StoredVariableSet>,
): Promise<ResourceObject> => {
  const { organization, visible } = page;
  const workspaces = listTargets(page.workspaces.get(id) ?? [], visible?.workspaces);
  const projects = listTargets(page.projects.get(id) ?? [], visible?.projects);
  // Stacks that the caller cannot read are left out of every response (json-api/hide-unreadable.ts).
  const stacks = listTargets(page.stacks.get(id) ?? [], undefined);
  const canUpdate = isOwner(ctx, organization) || (await canManageVariableSets(ctx, body.parent, organization));
  const variables = visible === undefined || visible.sets.has(id) ? (page.variables.get(id) ?? []) : [];
  return {
    id,
    type: 'varsets',
    attributes: {
      name: body.name,
      description: body.description,
      global: body.global,
      priority: body.priority,
      'updated-at': body.updatedAt,
      'var-count': variables.length,
      'workspace-count': workspaces.length,
      'project-count': projects.length,
      ...(ctx.dialect === 'hosted' ? { 'stack-count': stacks.length } : {}),
      permissions: { 'can-update': canUpdate },
    },
    relationships: {
      organization: { data: { id: body.organization, type: 'organizations' } },
      vars: renderToMany(
        'vars',
        variables.map((variable) => variable.id),
      ),
      workspaces: renderToMany('workspaces', workspaces),
      projects: renderToMany('projects', projects),
      ...(ctx.dialect === 'hosted' ? { stacks: renderToMany('stacks', stacks) } : {}),
      parent: { data: { id: body.parent.id, type: body.parent.type } },
    },
    links: { self: `/api/v2/varsets/${id}` },
  };
};

/** Documents of variable sets of one organization. */
export const renderVariableSets = async (ctx: RequestContext, sets: VariableSets): Promise<readonly ResourceObject[]> => {
  if (sets.length === 0) return [];
  const page = await loadPage(ctx, sets[0]!.scope, sets);
  return Promise.all(sets.map((set) => renderOne(ctx, page, set)));
};
export const renderVariableSet = async (ctx: RequestContext, set: StoredRecord<StoredVariableSet>): Promise<ResourceObject> =>
  (await renderVariableSets(ctx, [set]))[0]!;

/** The document of a set that was created in this transaction without variables and targets, which needs no look-up. */
export const renderEmptyVariableSet = (ctx: RequestContext, set: StoredRecord<StoredVariableSet>): Promise<ResourceObject> =>
  renderOne(
    ctx,
    { organization: set.scope, variables: new Map(), workspaces: new Map(), projects: new Map(), stacks: new Map(), visible: undefined },
    set,
  );
