import { booleanValue } from '../../http/body-schemas.ts';
import { string, time } from '../../../declare/index.ts';
import { badRequest, Problem } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { listParameters } from '../../json-api/describe-document.ts';
import { listResources } from '../../json-api/page.ts';
import { okDocument } from '../../json-api/responses.ts';
import { createNounRoutes } from '../../nouns/create-routes.ts';
import { computed, noun } from '../../nouns/declaration.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { renderDocuments, renderNounDocument } from '../../nouns/render-documents.ts';
import { requireRecord } from '../../nouns/require-record.ts';
import type { Transaction } from '../../store/store.ts';
import { countChangeRequests } from './count-change-requests.ts';

const ofWorkspace = underWorkspace({ read: 'read-run', write: 'update' });

export const changeRequest = noun('workspace-change-requests', {
  doc: 'A change that somebody asks the people of a workspace for.',
  label: 'change request',
  idPrefix: 'wscr',
  collection: 'change-requests',
  itemPath: '/change-requests/{change_request_id}',
  parents: [ofWorkspace],
  attributes: {
    subject: computed(string, 'What it is about.'),
    message: computed(string, 'What is to be done, in Markdown.'),
    'archived-at': computed(time, 'When it was archived; null: it is open.'),
    'created-at': computed(time, 'When it was created.'),
  },
  relationships: {
    workspace: toParent('workspaces', 'The workspace that is to change.'),
    'created-by': toOne('users', 'The user who created it.'),
    'archived-by-user': toOne('users', 'The user who archived it.'),
  },
  operations: ['read'],
});
const describe = describeNoun(changeRequest);

const parseArchive = (ctx: RequestContext): boolean | undefined => {
  const text = ctx.query.get('archive');
  if (text === null || text === '') return undefined;
  if (text !== 'true' && text !== 'false') throw badRequest(`archive is ${JSON.stringify(text)}; expected true or false`, 'archive');
  return text === 'true';
};

const listChangeRequests = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope } = await ofWorkspace.requireScope(ctx, 'read');
  const archived = parseArchive(ctx);
  return listResources<NounBody>(
    ctx,
    { kind: changeRequest.kind, scope, ...(archived === undefined ? {} : { body: [{ path: 'archived', is: archived }] }) },
    (records) => renderDocuments(changeRequest, ctx, records),
  );
};

const archiveChangeRequest = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const record = await requireRecord(changeRequest, ctx, 'write');
  if (record.body['archived']) throw new Problem(400, [{ detail: 'the change request is archived already' }]);
  const { caller, clock } = ctx;
  const archivedByUser = caller.kind === 'user' ? caller.id : null;
  const body = { ...record.body, archived: true, archivedAt: clock.now().toISOString(), archivedByUser };
  const changed = await ctx.tx.update<NounBody>(record, { body });
  await countChangeRequests(ctx.tx, record.scope, -1);
  return okDocument(await renderNounDocument(changeRequest, ctx, changed));
};

const readChangeRequest: Route['handle'] = async (ctx) =>
  okDocument(await renderNounDocument(changeRequest, ctx, await requireRecord(changeRequest, ctx, 'read')));

const archive = {
  doc: 'Only those that are archived, or only those that are open.',
  schema: booleanValue,
} as const;
const archivePath = `${changeRequest.itemPath}/actions/archive`;

export const routes = [
  ...createNounRoutes(changeRequest),
  route('GET /workspaces/{workspace_id}/change-requests', listChangeRequests, {
    description: { ...describe.list, query: { ...listParameters, archive } },
  }),
  route(`GET ${archivePath}`, readChangeRequest, { description: describe.read }),
  route(`POST ${archivePath}`, archiveChangeRequest, {
    description: { summary: 'Archives the change request: it is done.', responses: describe.read.responses },
  }),
];
