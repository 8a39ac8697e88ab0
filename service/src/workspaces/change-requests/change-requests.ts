import { booleanValue } from '../../http/body-schemas.ts';
import { string, time } from '@slipway/declarations/declare';
import { badRequest, Problem } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, type NounList, type RecordAction } from '../../nouns/declaration.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { countChangeRequests } from './count-change-requests.ts';

const itemPath = '/change-requests/{change_request_id}';
const doc = 'A change that somebody asks the people of a workspace for.';
const ofWorkspace = underWorkspace({ read: 'read-run', write: 'queue-apply' });

const parseArchive = (ctx: RequestContext): boolean | undefined => {
  const text = ctx.query.get('archive');
  if (text === null || text === '') return undefined;
  if (text !== 'true' && text !== 'false') throw badRequest(`archive is ${JSON.stringify(text)}; expected true or false`, 'archive');
  return text === 'true';
};

const selectRequests: NounList['select'] = async (ctx) => {
  const { scope } = await ofWorkspace.requireScope(ctx, 'read');
  const archived = parseArchive(ctx);
  return { scope, ...(archived === undefined ? {} : { body: [{ path: 'archived', is: archived }] }) };
};

const archive: RecordAction['perform'] = async ({ tx, caller, clock }, record) => {
  if (record.body['archived']) throw new Problem(400, [{ detail: 'the change request is archived already' }]);
  const archivedByUser = caller.kind === 'user' ? caller.id : null;
  const body = { ...record.body, archived: true, archivedAt: clock.now().toISOString(), archivedByUser };
  const changed = await tx.update<NounBody>(record, { body });
  await countChangeRequests(tx, record.scope, -1);
  return changed;
};

export const changeRequest = noun('workspace-change-requests', {
  doc,
  label: 'change request',
  idPrefix: 'wscr',
  collection: 'change-requests',
  itemPath,
  parents: [ofWorkspace],
  operations: ['read'],
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
  lists: [
    {
      endpoint: 'GET /workspaces/{workspace_id}/change-requests',
      doc: 'Lists each change request.',
      query: { archive: { doc: 'Only those that are archived, or only those that are open.', schema: booleanValue } },
      select: selectRequests,
    },
  ],
  actions: [
    { endpoint: `GET ${itemPath}/actions/archive`, doc, access: 'read', perform: async (_, record) => record },
    {
      endpoint: `POST ${itemPath}/actions/archive`,
      doc: 'Archives the change request: it is done.',
      access: 'write',
      perform: archive,
    },
  ],
});
