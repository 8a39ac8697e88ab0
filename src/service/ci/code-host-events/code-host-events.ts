import { randomBytes } from 'node:crypto';
import { forbidden } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isOrganizationAdmin, requireOrganizationById } from '../organizations/require-organization.ts';
import { parseCiBody, uuidPathParameter, optionalMember } from '../requests/read-request.ts';
import { ciOk, acknowledged } from '../responses.ts';
import { seal, unseal } from '../store-secret.ts';
import { isUuid } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { readDeliveryId } from './delivery-id.ts';
import type { ParsedEvent } from './code-host-event.ts';
import { runOnce } from './run-once.ts';
import { parseBitbucketEvents } from './payloads/bitbucket.ts';
import { parseGithubEvent } from './payloads/github.ts';
import { parseNeutralEvent } from './payloads/neutral.ts';
import { parsePayload } from './payloads/payload.ts';
import { hasValidSignature } from './signature.ts';
import type { CodeHostSecret } from './event-records.ts';
import { dispatchEvents } from './dispatch-events.ts';

/** Bytes of an event. A host's own limit is higher, what it sends for a push is not. */
const maxEventBytes = 5 * 1024 * 1024;

const findSecret = async (asking: RequestContext, organization: string): Promise<StoredRecord<CodeHostSecret> | undefined> =>
  asking.tx.getByKey<CodeHostSecret>('ci-code-host-secrets', organization, 'secret');

/** Whose events a sender brings, by name or id, once its signature is right. Who cannot sign learns nothing of what is there. */
const authenticateSender = async (asking: RequestContext, body: Uint8Array): Promise<StoredRecord<CiOrganization>> => {
  const name = asking.params['organization']!;
  const organization = isUuid(name)
    ? await asking.tx.get<CiOrganization>('ci-organizations', name.toLowerCase())
    : await asking.tx.getByKey<CiOrganization>('ci-organizations', '', name);
  const secret = organization && (await findSecret(asking, organization.id));
  const signature = asking.header('x-hub-signature-256') ?? asking.header('x-hub-signature');
  if (!organization || !secret || !hasValidSignature(await unseal(asking.tx, secret.body.sealed), body, signature))
    throw forbidden(
      "the signature is missing or not right: sign the body with the organization's code-host secret (HMAC-SHA256) and send X-Hub-Signature-256: sha256=<digest>",
    );
  return organization;
};

const parseEvents = (
  asking: RequestContext,
  bytes: Uint8Array,
): { readonly tellings: readonly ParsedEvent[]; readonly delivery: unknown } => {
  const [github, bitbucket] = [asking.header('x-github-event'), asking.header('x-event-key')];
  if (github === 'ping' || bitbucket === 'diagnostics:ping') return { tellings: [], delivery: undefined };
  const payload = parsePayload(bytes, asking.header('content-type'));
  if (github !== undefined) return { tellings: [parseGithubEvent(github, payload)], delivery: undefined };
  if (bitbucket !== undefined) return { tellings: parseBitbucketEvents(bitbucket, payload), delivery: undefined };
  return { tellings: [{ happening: parseNeutralEvent(payload) }], delivery: payload['delivery'] };
};

const receiveEvents = async (
  asking: RequestContext<Transaction>,
  organization: StoredRecord<CiOrganization>,
  bytes: Uint8Array,
): Promise<RouteResponse> => {
  const { tellings, delivery } = parseEvents(asking, bytes);
  return runOnce(asking, organization.id, readDeliveryId(asking, delivery), async () => {
    const outcome = await dispatchEvents(asking, organization, tellings);
    return { status: outcome.pipelines.length > 0 ? 201 : 200, body: outcome };
  });
};
const bodyBytes = ({ body }: RequestContext): Uint8Array => (body instanceof Uint8Array ? body : new Uint8Array());

const eventsPath = '/organizations/{org_id}/code-host-events';
const secretPath = '/organizations/{org_id}/code-host-secret';

/** An organization whose owner asks. */
const requireAdministeredOrganization = async (asking: RequestContext): Promise<StoredRecord<CiOrganization>> => {
  const organization = await requireOrganizationById(asking, uuidPathParameter(asking, 'org_id'));
  if (!isOrganizationAdmin(asking, organization)) throw forbidden('the code-host secret is for owners of the organization only');
  return organization;
};
const webhookUrl = (asking: RequestContext, { body }: StoredRecord<CiOrganization>): string =>
  `${asking.origin}/hooks/code-host/${encodeURIComponent(body.name)}`;

/** Where code hosts and git hooks tell what happened; ours, as the specification has no events. */
export const routes = [
  route(
    'POST /hooks/code-host/{organization}',
    async (asking) => {
      const bytes = bodyBytes(asking);
      return receiveEvents(asking, await authenticateSender(asking, bytes), bytes);
    },
    { atRoot: true, anonymous: true, binaryBody: true, maxBodyBytes: maxEventBytes },
  ),
  /** The same for whoever has a token here, such as a git hook on this machine: nothing is signed. */
  route(
    `POST ${eventsPath}`,
    async (asking) => receiveEvents(asking, await requireOrganizationById(asking, uuidPathParameter(asking, 'org_id')), bodyBytes(asking)),
    { binaryBody: true, maxBodyBytes: maxEventBytes },
  ),
  route(`GET ${secretPath}`, async (asking) => {
    const organization = await requireAdministeredOrganization(asking);
    const secret = await findSecret(asking, organization.id);
    return ciOk({ url: webhookUrl(asking, organization), created_at: secret?.body.createdAt ?? null });
  }),
  /** A new secret, told this once; the one before it is void. */
  route(`POST ${secretPath}`, async (asking) => {
    const organization = await requireAdministeredOrganization(asking);
    if (asking.body !== undefined)
      parseCiBody(asking, { secret: optionalMember({ description: 'nothing: it is made by chance', accepts: () => false }) });
    const [text, before] = [randomBytes(24).toString('base64url'), await findSecret(asking, organization.id)];
    const body: CodeHostSecret = { sealed: await seal(asking.tx, text), createdAt: asking.clock.now().toISOString() };
    if (before) await asking.tx.update<CodeHostSecret>(before, { body });
    else
      await asking.tx.insert<CodeHostSecret>({
        id: asking.newId('uuid'),
        kind: 'ci-code-host-secrets',
        scope: organization.id,
        key: 'secret',
        name: '',
        body,
      });
    return { status: 201, body: { url: webhookUrl(asking, organization), secret: text, created_at: body.createdAt } };
  }),
  route(`DELETE ${secretPath}`, async (asking) => {
    const secret = await findSecret(asking, (await requireAdministeredOrganization(asking)).id);
    if (secret) await asking.tx.delete('ci-code-host-secrets', secret.id);
    return acknowledged('Code-host secret deleted.');
  }),
];
