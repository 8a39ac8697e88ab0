import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeRequestList } from '../../json-api/describe-document.ts';
import { listResources } from '../../json-api/page.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent, okDocument } from '../../json-api/responses.ts';
import { deleteRecord } from '../../nouns/delete-record.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { linkKindOf } from '../../nouns/relationships/load-relationships.ts';
import { renderDocuments, renderNounDocument } from '../../nouns/render-documents.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import type { Transaction } from '../../store/store.ts';
import { requireProject } from '../projects/require-project.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { organizationParent, providerSet } from './provider-sets.ts';

type Target = readonly [relationship: 'workspaces' | 'projects', id: string];

/** The sets that are for these: those that name one of them, and the global ones. */
const listAssigned = async (ctx: RequestContext, scope: string, targets: readonly Target[]): Promise<RouteResponse> => {
  const [global, ...linked] = await Promise.all([
    ctx.tx.list({ kind: providerSet.kind, scope, body: [{ path: 'global', is: true }] }),
    ...targets.map(([relationship, to]) => ctx.tx.listLinks(linkKindOf(providerSet, relationship), { to })),
  ]);
  const ids = new Set([...global.records.map(({ id }) => id), ...linked.flat().map(({ from }) => from)]);
  return listResources<NounBody>(ctx, { kind: providerSet.kind, scope, ids: [...ids] }, (records) =>
    renderDocuments(providerSet, ctx, records),
  );
};

const listOfProject = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, scope } = await requireProject(ctx);
  return listAssigned(ctx, scope, [['projects', id]]);
};
const listOfWorkspace = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, scope, body } = await requireWorkspace(ctx, 'read-settings');
  return listAssigned(ctx, scope, [
    ['workspaces', id],
    ['projects', body.project],
  ]);
};

const showByName = async (ctx: RequestContext): Promise<RouteResponse> => {
  const name = ctx.params['provider_set_name']!;
  const [{ scope }, record] = await Promise.all([
    organizationParent.requireScope(ctx, 'read'),
    ctx.tx.getByKey<NounBody>(providerSet.kind, ctx.params['organization_name']!, name),
  ]);
  if (record?.scope !== scope) throw notFound(`the provider set "${name}"`);
  return okDocument(await renderNounDocument(providerSet, ctx, record));
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

const describe = describeNoun(providerSet);
const collection = `${organizationParent.path}/${providerSet.collection}`;

export const routes = [
  route(`GET ${collection}/{provider_set_name}`, showByName, { description: describe.read }),
  route(`DELETE ${collection}`, deleteSeveral, {
    description: {
      summary: 'Deletes several provider sets of an organization.',
      request: describeRequestList(providerSet.type),
      responses: { 204: null },
    },
  }),
  route('GET /projects/{project_id}/provider-sets', listOfProject, {
    description: { ...describe.list, summary: 'Lists the provider sets that are for the workspaces of a project.' },
  }),
  route('GET /workspaces/{workspace_id}/provider-sets', listOfWorkspace, {
    description: { ...describe.list, summary: 'Lists the provider sets that are for a workspace.' },
  }),
];
