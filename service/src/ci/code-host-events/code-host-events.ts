import { isOwner } from '../../access/organization-owners.ts';
import { randomBytes } from 'node:crypto';
import { forbidden } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { parseCiBody, uuidPathParameter, optionalMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { isUuid } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { readDeliveryId } from './delivery-id.ts';
import type { ParsedEvent } from '../../code-hosts/code-host-event.ts';
import { runOnce } from './run-once.ts';
import { parseBitbucketEvents } from '../../code-hosts/payloads/bitbucket.ts';
import { parseGithubEvent } from '../../code-hosts/payloads/github.ts';
import { parseNeutralEvent } from './payloads/neutral.ts';
import { parsePayload } from '../../code-hosts/payloads/payload.ts';
import { hasValidSignature } from './signature.ts';
import type { CodeHostSecret } from './event-records.ts';
import { dispatchEvents } from './dispatch-events.ts';

/** Size limit of an event, in bytes. The hosts' own limits are higher, but their push events are smaller. */
const maxEventBytes = 5 * 1024 * 1024;

const findSecret = async (ctx: RequestContext, organization: string): Promise<StoredRecord<CodeHostSecret> | undefined> =>
  ctx.tx.getByKey<CodeHostSecret>('ci-code-host-secrets', organization, 'secret');

/** The organization of the path, by name or id, if the signature is valid. The error does not reveal whether it exists. */
const authenticateSender = async (ctx: RequestContext, body: Uint8Array): Promise<StoredRecord<CiOrganization>> => {
  const name = ctx.params['organization']!;
  const organization = isUuid(name)
    ? await ctx.tx.get<CiOrganization>('ci-organizations', name.toLowerCase())
    : await ctx.tx.getByKey<CiOrganization>('ci-organizations', '', name);
  const secret = organization && (await findSecret(ctx, organization.id));
  const signature = ctx.header('x-hub-signature-256') ?? ctx.header('x-hub-signature');
  if (!organization || !secret || !hasValidSignature(secret.body.secret, body, signature))
    throw forbidden(
      "the signature is missing or not right: sign the body with the organization's " +
        'code-host secret (HMAC-SHA256) and send X-Hub-Signature-256: sha256=<digest>',
    );
  return organization;
};

const parseEvents = (ctx: RequestContext, bytes: Uint8Array): { readonly tellings: readonly ParsedEvent[]; readonly delivery: unknown } => {
  const [github, bitbucket] = [ctx.header('x-github-event'), ctx.header('x-event-key')];
  if (github === 'ping' || bitbucket === 'diagnostics:ping') return { tellings: [], delivery: undefined };
  const payload = parsePayload(bytes, ctx.header('content-type'));
  if (github !== undefined) return { tellings: [parseGithubEvent(github, payload)], delivery: undefined };
  if (bitbucket !== undefined) return { tellings: parseBitbucketEvents(bitbucket, payload), delivery: undefined };
  return { tellings: [{ event: parseNeutralEvent(payload) }], delivery: payload['delivery'] };
};

const receiveEvents = async (
  ctx: LookupContext<Transaction>,
  organization: StoredRecord<CiOrganization>,
  bytes: Uint8Array,
): Promise<RouteResponse> => {
  const { tellings: events, delivery } = parseEvents(ctx, bytes);
  return runOnce(ctx, organization.id, readDeliveryId(ctx, delivery), async () => {
    const outcome = await dispatchEvents(ctx, organization, events);
    return { status: outcome.pipelines.length > 0 ? 201 : 200, body: outcome };
  });
};
const bodyBytes = ({ body }: RequestContext): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array());

export const codeHostSecretMembers = {
  secret: {
    ...optionalMember({ description: 'nothing: it is made by chance', accepts: () => false, schema: { not: {} } }),
    hidden: true as const,
  },
};

const eventsPath = '/organizations/{org_id}/code-host-events';
const secretPath = '/organizations/{org_id}/code-host-secret';

/** The organization of the path; 403 unless the caller is its owner. */
const requireAdministeredOrganization = async (ctx: RequestContext): Promise<StoredRecord<CiOrganization>> => {
  const organization = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'));
  if (!isOwner(ctx, organization.key)) throw forbidden('the code-host secret is for owners of the organization only');
  return organization;
};
const webhookUrl = (ctx: RequestContext, { body }: StoredRecord<CiOrganization>): string =>
  `${ctx.origin}/hooks/code-host/${encodeURIComponent(body.name)}`;

/** The routes for events of code hosts and git hooks: not in the specification. */
export const routes = [
  route(
    'POST /hooks/code-host/{organization}',
    async (ctx) => {
      const bytes = bodyBytes(ctx);
      return receiveEvents(ctx, await authenticateSender(ctx, bytes), bytes);
    },
    { atRoot: true, anonymous: true, binaryBody: true, maxBodyBytes: maxEventBytes, looksUp: true },
  ),
  /** Receives events with a token instead of a signature, for example from a git hook on this machine. */
  route(
    `POST ${eventsPath}`,
    async (ctx) => receiveEvents(ctx, await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'), 'start-builds'), bodyBytes(ctx)),
    { binaryBody: true, maxBodyBytes: maxEventBytes, looksUp: true },
  ),
  route(`GET ${secretPath}`, async (ctx) => {
    const organization = await requireAdministeredOrganization(ctx);
    const secret = await findSecret(ctx, organization.id);
    return ciOk({ url: webhookUrl(ctx, organization), created_at: secret?.body.createdAt ?? null });
  }),
  /** Creates a new secret, which only this response contains. The previous secret becomes invalid. */
  route(`POST ${secretPath}`, async (ctx) => {
    const organization = await requireAdministeredOrganization(ctx);
    if (ctx.body !== undefined) parseCiBody(ctx, codeHostSecretMembers);
    const [text, before] = [randomBytes(24).toString('base64url'), await findSecret(ctx, organization.id)];
    const body: CodeHostSecret = { secret: text, createdAt: ctx.clock.now().toISOString() };
    if (before) await ctx.tx.update<CodeHostSecret>(before, { body });
    else
      await ctx.tx.insert<CodeHostSecret>({
        id: ctx.newId('uuid'),
        kind: 'ci-code-host-secrets',
        scope: organization.id,
        key: 'secret',
        name: '',
        body,
      });
    return { status: 201, body: { url: webhookUrl(ctx, organization), secret: text, created_at: body.createdAt } };
  }),
  route(`DELETE ${secretPath}`, async (ctx) => {
    const secret = await findSecret(ctx, (await requireAdministeredOrganization(ctx)).id);
    if (secret) await ctx.tx.delete('ci-code-host-secrets', secret.id);
    return acknowledged('Code-host secret deleted.');
  }),
];
