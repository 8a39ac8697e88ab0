import { isLongerThan } from '../../http/characters.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { notFound } from '../../http/problem.ts';
import { maskUserInfo } from '../../journal/masking.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import {
  booleanMember,
  enumMember,
  type MemberRules,
  parseCiBody,
  requiredUuidParameter,
  invalidRequest,
  optionalMember,
  parseMembers,
  requiredMember,
  enumParameter,
} from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged } from '../responses.ts';
import type { Webhook } from '../projects/project-records.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import { objectOf } from '../requests/request-schema.ts';
import { nameMember, secretValueMember, uuidMember } from '../requests/text-members.ts';
import { findProjectById } from '../projects/require-project.ts';
import { requireRight } from '../roles/require-right.ts';
import { requireWebhook } from './require-webhook.ts';

const webhookEvents = ['workflow-completed', 'job-completed'] as const;
const webhookEventsMember = {
  description: `a list of ${webhookEvents.join(' and ')}`,
  accepts: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every((one) => webhookEvents.includes(one as never)),
  schema: { type: 'array', minItems: 1, items: { type: 'string', enum: webhookEvents } },
};
const urlMember = {
  description: 'a URL that begins with https:// or http://',
  accepts: (value: unknown) =>
    typeof value === 'string' && !isLongerThan(value, 2000) && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value),
  schema: { type: 'string', maxLength: 2000 },
};
const scopeTypeMember = enumMember(['project']);

/** Replaces the secret in every response. */
const maskedSecret = '****';

/** Member names have hyphens, in the hosted dialect also underscores; the secret and the user information of the URL are never returned. */
const renderWebhook = ({ dialect }: RequestContext, { id, scope, body }: StoredRecord<Webhook>) =>
  bothSpellings(
    {
      id,
      name: body.name,
      url: maskUserInfo(body.url),
      'verify-tls': body.verifyTls,
      'signing-secret': maskedSecret,
      events: body.events,
      scope: { id: scope, type: 'project' },
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
    },
    dialect,
  );

const webhookMembers = { name: nameMember, url: urlMember, events: webhookEventsMember, 'verify-tls': booleanMember };
const scopeMembers = { id: requiredMember(uuidMember), type: requiredMember(scopeTypeMember) };
const repeatedScopeMembers = { id: optionalMember(uuidMember), type: optionalMember(scopeTypeMember) };
export const newWebhookMembers: MemberRules = {
  ...Object.fromEntries(Object.entries(webhookMembers).map(([name, fits]) => [name, requiredMember(fits)])),
  // Its path may be the only proof of who writes there.
  url: { ...requiredMember(urlMember), hidden: true },
  'signing-secret': { ...requiredMember(secretValueMember), hidden: true },
  scope: requiredMember(objectOf(scopeMembers)),
};
export const webhookUpdateMembers: MemberRules = {
  ...Object.fromEntries(Object.entries(webhookMembers).map(([name, fits]) => [name, optionalMember(fits)])),
  url: { ...optionalMember(urlMember), hidden: true },
  'signing-secret': { ...optionalMember(secretValueMember), hidden: true },
  scope: optionalMember(objectOf(repeatedScopeMembers)),
};
type WebhookBody = Partial<Pick<Webhook, 'name' | 'url' | 'events'>> & {
  readonly 'verify-tls'?: boolean;
  readonly 'signing-secret'?: string;
  readonly scope?: JsonObject;
};

/** A webhook stays in its project: its scope may be repeated, or be empty. */
const requireSameScope = (ctx: RequestContext, value: JsonObject, project: string): void => {
  const { id, type } = parseMembers(ctx, value, repeatedScopeMembers, '/scope');
  if (id !== undefined && (id as string).toLowerCase() !== project)
    throw invalidRequest({ detail: `cannot be changed; it is "${project}"`, pointer: '/scope/id' });
  if (type !== undefined && type !== 'project')
    throw invalidRequest({ detail: 'cannot be changed; it is "project"', pointer: '/scope/type' });
};

/** Outbound webhooks of a project: beyond the specification, for public clients. */
export const routes = [
  route('GET /webhook', async (ctx) => {
    const [id] = [requiredUuidParameter(ctx, 'scope-id'), enumParameter(ctx, 'scope-type', ['project'], 'project')];
    const home = await findProjectById(ctx, id);
    if (!home) throw notFound(`the project ${id}`);
    await requireRight(ctx, 'see-webhooks', home);
    return renderCiRecords<Webhook>(ctx, { kind: 'ci-webhooks', scope: id }, (records) => records.map((one) => renderWebhook(ctx, one)));
  }),
  route('POST /webhook', async (ctx) => {
    const body = parseCiBody(ctx, newWebhookMembers);
    const scope = parseMembers(ctx, body['scope'], scopeMembers, '/scope');
    const home = await findProjectById(ctx, (scope['id'] as string).toLowerCase());
    if (!home) throw invalidRequest({ detail: 'expected the id of a project in one of your organizations', pointer: '/scope/id' });
    await requireRight(ctx, 'manage-project', home);
    const webhookBody = body as Required<WebhookBody>;
    const [id, now] = [ctx.newId('uuid'), ctx.clock.now().toISOString()];
    return ciCreated(
      renderWebhook(
        ctx,
        await ctx.tx.insert<Webhook>({
          id,
          kind: 'ci-webhooks',
          scope: home.project.id,
          key: id,
          name: webhookBody.name,
          body: {
            name: webhookBody.name,
            url: webhookBody.url,
            events: webhookBody.events,
            verifyTls: webhookBody['verify-tls'],
            secret: webhookBody['signing-secret'],
            createdAt: now,
            updatedAt: now,
          },
        }),
      ),
    );
  }),
  route('GET /webhook/{webhook-id}', async (ctx) => ciOk(renderWebhook(ctx, await requireWebhook(ctx, 'see-webhooks')))),
  route('PUT /webhook/{webhook-id}', async (ctx) => {
    const webhook = await requireWebhook(ctx, 'manage-project');
    if (isObject(ctx.body) && Object.keys(ctx.body).length === 0) return ciOk(renderWebhook(ctx, webhook));
    const webhookBody = parseCiBody(ctx, webhookUpdateMembers) as WebhookBody;
    if (webhookBody.scope !== undefined) requireSameScope(ctx, webhookBody.scope, webhook.scope);
    const {
      name = webhook.body.name,
      url: sentUrl = webhook.body.url,
      events = webhook.body.events,
      'verify-tls': verifyTls = webhook.body.verifyTls,
      'signing-secret': secret,
    } = webhookBody;
    // A client that sends back what it read keeps the user information of the URL.
    const url = sentUrl === maskUserInfo(webhook.body.url) ? webhook.body.url : sentUrl;
    return ciOk(
      renderWebhook(
        ctx,
        await ctx.tx.update<Webhook>(webhook, {
          name,
          body: {
            ...webhook.body,
            name,
            url,
            events,
            verifyTls,
            // A client that sends back what it read keeps the secret.
            secret: secret === undefined || secret === maskedSecret ? webhook.body.secret : secret,
            updatedAt: ctx.clock.now().toISOString(),
          },
        }),
      ),
    );
  }),
  route('DELETE /webhook/{webhook-id}', async (ctx) => {
    await ctx.tx.delete('ci-webhooks', (await requireWebhook(ctx, 'manage-project')).id);
    return acknowledged('Webhook deleted.');
  }),
];
