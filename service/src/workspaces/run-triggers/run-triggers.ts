import { string } from '@slipway/declarations/declare';
import { loadReadableNames, selectReadable } from '../../access/readable-workspaces.ts';
import { badRequest, unprocessable } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { computed, noun, type NounList } from '../../nouns/declaration.ts';
import type { LoadValues, NounBody, NounRecord } from '../../nouns/noun-record.ts';
import { underWorkspace } from '../../nouns/parents/under-workspace.ts';
import { toOne, toParent } from '../../nouns/relationships/relationship.ts';
import { timeOfCreation, timeOfUpdate } from '../../nouns/timestamps.ts';
import type { Transaction } from '../../store/store.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { type StoredRunTrigger, triggerSourceLink } from './stored.ts';

const maxSources = 20;

const loadNames =
  (workspaceOf: (record: NounRecord) => string): LoadValues =>
  async (ctx, records) => {
    const names = await loadReadableNames(ctx, records[0]!.body.organization, records.map(workspaceOf));
    return new Map(records.map((record) => [record.id, names.get(workspaceOf(record))]));
  };
const sourceOf = ({ body }: NounRecord): string => (body as StoredRunTrigger).sourceable;

const requirePossible = async ({ tx }: RequestContext<Transaction>, body: NounBody, scope: string): Promise<NounBody> => {
  const pointer = '/data/relationships/sourceable/data/id';
  if ((body as StoredRunTrigger).sourceable === scope) throw unprocessable('a workspace does not trigger runs of its own', pointer);
  if ((await tx.count({ kind: 'run-triggers', scope })) >= maxSources)
    throw unprocessable(`the workspace has ${maxSources} sources already; delete one first`, pointer);
  return body;
};

/**
 * `inbound`: triggers that start runs of this workspace. `outbound`: triggers of other workspaces by this one, if the caller can see them.
 */
const selectTriggers: NounList['select'] = async (ctx) => {
  const { id, scope: organization } = await requireWorkspace(ctx, 'read-run');
  const type = ctx.query.get('filter[run-trigger][type]') || 'inbound';
  if (type !== 'inbound' && type !== 'outbound')
    throw badRequest(
      `filter[run-trigger][type] is ${JSON.stringify(type.slice(0, 60))}; expected inbound or outbound`,
      'filter[run-trigger][type]',
    );
  if (type === 'inbound') return { scope: id };
  const linked = [{ kind: triggerSourceLink, self: 'from' as const, other: [id] }];
  const { records } = await ctx.tx.list({ kind: 'run-triggers', linked });
  const targets = [...new Set(records.map(({ scope }) => scope))];
  return { scope: [...(await selectReadable(ctx, organization, targets))], linked };
};

export const runTrigger = noun('run-triggers', {
  doc: 'Starts a run in a workspace when a run of another one was applied.',
  label: 'run trigger',
  idPrefix: 'rt',
  parents: [underWorkspace({ read: 'read-run', write: 'update' })],
  operations: ['create', 'read', 'delete'],
  attributes: {
    'workspace-name': computed(string, 'The name of the workspace.', { load: loadNames(({ scope }) => scope) }),
    'sourceable-name': computed(string, 'The name of the source.', { load: loadNames(sourceOf) }),
    'created-at': timeOfCreation(),
    'updated-at': timeOfUpdate(),
  },
  relationships: {
    workspace: toParent('workspaces', 'The workspace in which runs are started.'),
    sourceable: toOne('workspaces', 'The workspace whose applied runs start them.', { required: true, immutable: true }),
  },
  lists: [
    {
      endpoint: 'GET /workspaces/{workspace_id}/run-triggers',
      doc: 'Lists the run triggers that lead to a workspace, or from it.',
      query: {
        'filter[run-trigger][type]': {
          doc: 'Whether it is their target or their source.',
          schema: { enum: ['inbound', 'outbound'], default: 'inbound' },
        },
      },
      select: selectTriggers,
    },
  ],
  key: (body) => (body as StoredRunTrigger).sourceable,
  behavior: {
    beforeCreate: requirePossible,
    afterCreate: async ({ tx }, record) => void (await tx.link(triggerSourceLink, record.id, sourceOf(record))),
  },
});
