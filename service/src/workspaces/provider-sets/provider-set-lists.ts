import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestList } from '../../json-api/describe-document.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import type { NounLookup } from '../../nouns/declaration.ts';
import { deleteRecord } from '../../nouns/delete-record.ts';
import { createListRoute, createLookupRoute } from '../../nouns/further-routes.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { linkKindOf } from '../../nouns/relationships/load-relationships.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import type { Transaction } from '../../store/store.ts';
import { requireProject } from '../projects/require-project.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { organizationParent, providerSet } from './provider-sets.ts';

type Target = readonly [relationship: 'workspaces' | 'projects', id: string];

/** The sets that are for these: those that name one of them, and the global ones. */
const selectAssigned = async (ctx: RequestContext, scope: string, targets: readonly Target[]) => {
  const [global, ...linked] = await Promise.all([
    ctx.tx.list({ kind: providerSet.kind, scope, body: [{ path: 'global', is: true }] }),
    ...targets.map(([relationship, to]) => ctx.tx.listLinks(linkKindOf(providerSet, relationship), { to })),
  ]);
  return { scope, ids: [...new Set([...global.records.map(({ id }) => id), ...linked.flat().map(({ from }) => from)])] };
};

const findByName: NounLookup['find'] = async (ctx) => {
  const name = ctx.params['provider_set_name']!;
  const [{ scope }, record] = await Promise.all([
    organizationParent.requireScope(ctx, 'read'),
    ctx.tx.getByKey<NounBody>(providerSet.kind, ctx.params['organization_name']!, name),
  ]);
  if (record?.scope !== scope) throw notFound(`the provider set "${name}"`);
  return record;
};

/** All of them, or none where one is not there. */
const deleteSeveral = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { scope } = await organizationParent.requireScope(ctx, 'write');
  for (const id of new Set(parseIds(ctx, providerSet.type))) {
    const record = await requireRecord(providerSet, ctx, 'write', id);
    if (record.scope !== scope) throw notFound(`the provider set ${id}`);
    await deleteRecord(providerSet, ctx, record);
  }
  return noContent;
};

const collection = `${organizationParent.path}/${providerSet.collection}`;

export const routes = [
  createLookupRoute(providerSet, { endpoint: `GET ${collection}/{provider_set_name}`, find: findByName }),
  route(`DELETE ${collection}`, deleteSeveral, {
    description: {
      summary: 'Deletes several provider sets of an organization.',
      request: describeRequestList(providerSet.type),
      responses: { 204: null },
    },
  }),
  createListRoute(providerSet, {
    endpoint: 'GET /projects/{project_id}/provider-sets',
    doc: 'Lists the provider sets that are for the workspaces of a project.',
    select: async (ctx) => {
      const { id, scope } = await requireProject(ctx);
      return selectAssigned(ctx, scope, [['projects', id]]);
    },
  }),
  createListRoute(providerSet, {
    endpoint: 'GET /workspaces/{workspace_id}/provider-sets',
    doc: 'Lists the provider sets that are for a workspace.',
    select: async (ctx) => {
      const { id, scope, body } = await requireWorkspace(ctx, 'read-settings');
      return selectAssigned(ctx, scope, [
        ['workspaces', id],
        ['projects', body.project],
      ]);
    },
  }),
];
