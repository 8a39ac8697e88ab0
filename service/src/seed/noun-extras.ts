import { type Attributes, mapOf, optional, string, time } from '@slipway/declarations/declare';
import type { Clock, RequestContext } from '../http/route.ts';
import type { Noun } from '../nouns/declaration.ts';
import type { NounBody, NounRecord } from '../nouns/noun-record.ts';
import type { StoredRecord, Transaction } from '../store/store.ts';
import {
  assessedWorkspacesLink,
  type StoredAssessment,
  type StoredAssessmentResult,
  toAssessmentId,
} from '../workspaces/assessments/stored.ts';
import { countChangeRequests } from '../workspaces/change-requests/count-change-requests.ts';
import { savePolicyText } from '../workspaces/policies/policy-texts.ts';
import type { StoredWorkspace } from '../workspaces/workspaces/stored.ts';
import type { ChosenIds } from './choose-ids.ts';
import { archiveMembers } from './entry-archive.ts';
import { tokens } from './entry-kinds.ts';
import { finishPolicySetVersion } from './seed-policy-set-version.ts';
import { seedTokens, type TokenEntries } from './seed-tokens.ts';

type Entry = { readonly [member: string]: unknown };

/** IDs of the entry, and of what is created with it. */
export const listChosenIds = ({ idPrefix }: Noun, { id, token_id: token }: Entry): ChosenIds => ({
  ot: [token as string | undefined],
  [idPrefix]: [id as string | undefined],
});

/** Members of entries besides those that the declaration gives, by type. */
const extraShapes: { readonly [type: string]: Attributes } = {
  'agent-pools': { tokens },
  policies: { text: optional(string, 'Text of the policy.') },
  'policy-set-versions': {
    status_timestamps: optional(mapOf(time), 'When each status was reached: `ready-at`, …'),
    ...archiveMembers('Without files or an archive it has no policies.'),
  },
};
export const listExtraMembers = ({ type }: Noun): Attributes => extraShapes[type] ?? {};

type PrepareMembers = (entry: Entry, request: RequestContext, scope: string) => { readonly [member: string]: unknown };
const readReached = ({ status, status_timestamps: times }: Entry, now: string): object =>
  times
    ? Object.fromEntries(Object.entries(times).map(([name, at]) => [name.replace(/-at$/, ''), new Date(at as string).toISOString()]))
    : { [(status as string | undefined) ?? 'ready']: now };

/** Members that records of a type store in addition to those of their entries. */
const extraMembers: { readonly [type: string]: PrepareMembers } = {
  'assessment-results': (_entry, { clock }) => ({
    succeeded: true,
    drifted: false,
    allChecksSucceeded: true,
    createdAt: clock.now().toISOString(),
  }),
  agents: (_entry, { clock }) => ({ status: 'unknown', createdAt: clock.now().toISOString() }),
  'oauth-tokens': (_entry, { clock }, scope) => ({
    client: scope,
    createdAt: clock.now().toISOString(),
    serviceProviderUser: 'slipway',
  }),
  'policy-set-versions': (entry, { clock, newId }) => ({
    status: 'ready',
    reached: readReached(entry, clock.now().toISOString()),
    error: null,
    errorMessage: null,
    secret: newId('x').slice(2) + newId('x').slice(2),
  }),
  'workspace-change-requests': ({ archived_at: archived }, { clock }) => ({
    archived: Boolean(archived),
    archivedAt: null,
    archivedByUser: null,
    createdBy: null,
    createdAt: clock.now().toISOString(),
  }),
};
export const prepareMembers = ({ type }: Noun, ...rest: Parameters<PrepareMembers>): ReturnType<PrepareMembers> =>
  extraMembers[type]?.(...rest) ?? {};

/** Takes away what was created with a record where its entry lists what there is. */
export const clearChildren = async (tx: Transaction, { type }: Noun, { id }: NounRecord, entry: Entry): Promise<void> => {
  if (type !== 'oauth-clients' || !entry['oauth_tokens']) return;
  for (const token of (await tx.list({ kind: 'oauth-tokens', scope: id })).records) await tx.delete('oauth-tokens', token.id);
};

/** The assessment of a result, which the workspace names. Its log and documents are not kept. */
const saveAssessment = async (tx: Transaction, result: NounRecord): Promise<void> => {
  const { id, scope, body } = result as StoredRecord<StoredAssessmentResult>;
  const workspace = (await tx.get<StoredWorkspace>('workspaces', scope))!;
  const source = toAssessmentId(id);
  await tx.insert<StoredAssessment>({
    id: source,
    kind: 'assessments',
    scope,
    key: source,
    name: '',
    body: {
      organization: body.organization,
      workspace: scope,
      status: body.succeeded ? 'finished' : 'errored',
      movesAt: null,
      createdAt: body.createdAt,
      engineVersion: workspace.body.attributes['engine-version'],
    },
  });
  await tx.update<NounBody>(result, { body: { ...result.body, source } });
  await tx.link(assessedWorkspacesLink, 'all', scope);
  const assessment = { pending: null, result: id, at: body.createdAt };
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, assessment } });
};

/** What a record changes in what it belongs to, by type. */
const effects: { readonly [type: string]: (tx: Transaction, record: NounRecord, entry: Entry, clock: Clock) => Promise<void> } = {
  'agent-pools': (tx, { id }, entry, clock) => seedTokens(tx, clock, { kind: 'agent-pool', id }, entry as TokenEntries),
  'assessment-results': saveAssessment,
  policies: async (tx, { id }, { text }) => {
    if (typeof text === 'string') await savePolicyText(tx, id, text);
  },
  'policy-set-versions': finishPolicySetVersion,
  'workspace-change-requests': async (tx, { scope, body }) => {
    if (!body['archived']) await countChangeRequests(tx, scope, 1);
  },
};
export const finishRecord = async (tx: Transaction, { type }: Noun, record: NounRecord, entry: Entry, clock: Clock): Promise<void> => {
  await effects[type]?.(tx, record, entry, clock);
};
