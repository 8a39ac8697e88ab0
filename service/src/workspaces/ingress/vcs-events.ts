import { nullableInteger, nullableString, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { requireOrganization } from '../../access/permissions.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { type DocumentShape, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredOauthToken } from '../oauth-clients/stored.ts';

/** Kind `vcs-events`, scope the organization, key the id: what happened between a workspace and its repository. */
export interface StoredVcsEvent {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly suggestedAction: string | null;
  readonly createdAt: string;
  readonly oauthClient: string | null;
  readonly oauthToken: string | null;
}

/** How long an event is kept, in milliseconds, and how many are kept per organization. */
const retention = 10 * 86_400_000;
const maxEvents = 500;
const kind = 'vcs-events';

/** Deletes some of what is too old or too much: more than an event adds. */
const deleteExpired = async ({ tx, clock }: Pick<RequestContext<Transaction>, 'tx' | 'clock'>, scope: string): Promise<void> => {
  const before = new Date(clock.now().getTime() - retention).toISOString();
  const { records, total } = await tx.list<StoredVcsEvent>({ kind, scope }, { offset: 0, limit: 20 });
  const excess = total - maxEvents;
  for (const [index, { id, body }] of records.entries()) if (index < excess || body.createdAt < before) await tx.delete(kind, id);
};

export const recordVcsEvent = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>,
  organization: string,
  token: string | undefined,
  { level, message, suggestedAction = null }: Pick<StoredVcsEvent, 'level' | 'message'> & { readonly suggestedAction?: string | null },
): Promise<void> => {
  const id = ctx.newId('ve');
  const connection = token === undefined ? undefined : await ctx.tx.get<StoredOauthToken>('oauth-tokens', token);
  const body: StoredVcsEvent = {
    level,
    message,
    suggestedAction,
    createdAt: ctx.clock.now().toISOString(),
    oauthClient: connection?.body.client ?? null,
    oauthToken: token ?? null,
  };
  await ctx.tx.insert<StoredVcsEvent>({ id, kind, scope: organization, key: id, name: '', body });
  await deleteExpired(ctx, organization);
};

const shape: DocumentShape = {
  type: 'vcs-events',
  attributes: {
    'created-at': stringValue,
    level: stringValue,
    message: stringValue,
    'organization-id': nullableInteger,
    'suggested-action': nullableString,
  },
  relationships: { 'oauth-client': { to: 'oauth-clients' }, 'oauth-token': { to: 'oauth-tokens' } },
};

/** Organizations have no number here. */
const render = ({ id, body }: StoredRecord<StoredVcsEvent>): ResourceObject => ({
  id,
  type: 'vcs-events',
  attributes: {
    'created-at': body.createdAt,
    level: body.level,
    message: body.message,
    'organization-id': null,
    'suggested-action': body.suggestedAction,
  },
  relationships: {
    'oauth-client': renderToOne('oauth-clients', body.oauthClient),
    'oauth-token': renderToOne('oauth-tokens', body.oauthToken),
  },
});

const splitList = (text: string | null): readonly string[] => (text ?? '').split(',').filter((one) => one !== '');

const listVcsEvents = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { key } = await requireOrganization(ctx);
  const [from, to] = [ctx.query.get('filter[from]') || '', ctx.query.get('filter[to]') || '~'];
  const [levels, clients] = [splitList(ctx.query.get('filter[levels]')), splitList(ctx.query.get('filter[oauth_client_external_ids]'))];
  const { records } = await ctx.tx.list<StoredVcsEvent>(
    { kind, scope: key },
    { offset: 0, limit: maxEvents, uncounted: true, order: { by: 'seq', descending: true } },
  );
  const chosen = records.filter(
    ({ body }) =>
      body.createdAt >= from &&
      body.createdAt < to &&
      (levels.length === 0 || levels.includes(body.level)) &&
      (clients.length === 0 || clients.includes(body.oauthClient ?? '')),
  );
  const page = parsePage(ctx);
  return renderResourcePage(ctx, page, chosen.length, chosen.slice(page.offset, page.offset + page.size).map(render));
};

export const routes = [
  route('GET /organizations/{organization_name}/vcs-events', listVcsEvents, {
    description: {
      summary: 'Lists what happened between workspaces and their repositories, the latest first.',
      query: {
        ...listParameters,
        'filter[from]': textParameter('Only events since this time.'),
        'filter[to]': textParameter('Only events before this time.'),
        'filter[oauth_client_external_ids]': textParameter('Only events of these connections.'),
        'filter[levels]': textParameter('Only events of these levels.'),
      },
      responses: { 200: describeResponseList(shape) },
    },
  }),
];
