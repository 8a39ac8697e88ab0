import { isObject } from '../../json-api/read.ts';
import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { paged } from '../page.ts';
import { aBoolean, anObject, bodyOf, idNeeded, idIn, invalid, may, membersOf, must, oneAsked } from '../read.ts';
import { made, ok, said } from '../replies.ts';
import { seal } from '../secret.ts';
import { isUuid } from '../short-id.ts';
import type { Webhook } from '../stored.ts';
import { aName, aValue } from '../texts.ts';
import { projectOf } from './here.ts';

const events = ['workflow-completed', 'job-completed'] as const;
const someEvents = { description: `a list of ${events.join(' and ')}`, accepts: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every((one) => events.includes(one as never)) };
const anAddress = { description: 'an address that begins with https:// or http://', accepts: (value: unknown) => typeof value === 'string' && value.length <= 2000 && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value) };
const aProject = { description: 'a UUID', accepts: (value: unknown) => typeof value === 'string' && isUuid(value) };

/** Hyphens in both profiles; the secret is never told. */
const render = ({ id, scope, body }: StoredRecord<Webhook>) => ({
  id, name: body.name, url: body.url, 'verify-tls': body.verifyTls, 'signing-secret': '****', events: body.events, scope: { id: scope, type: 'project' },
  'created-at': body.createdAt, 'updated-at': body.updatedAt,
});

const here = async (asking: RequestContext): Promise<StoredRecord<Webhook>> => {
  const id = idIn(asking, 'webhook-id');
  const webhook = await asking.tx.get<Webhook>('ci-webhooks', id);
  if (!webhook || !await projectOf(asking, webhook.scope)) throw notFound(`the webhook ${id}`);
  return webhook;
};

const members = { name: aName, url: anAddress, events: someEvents, 'verify-tls': aBoolean };
type Sent = Partial<Pick<Webhook, 'name' | 'url' | 'events'>> & { readonly 'verify-tls'?: boolean; readonly 'signing-secret'?: string };

/** Outbound webhooks of a project: beyond the specification, for public clients. */
export const routes = [
  route('GET /webhook', async (asking) => {
    const [id] = [idNeeded(asking, 'scope-id'), oneAsked(asking, 'scope-type', ['project'], 'project')];
    if (!await projectOf(asking, id)) throw notFound(`the project ${id}`);
    return paged<Webhook>(asking, { kind: 'ci-webhooks', scope: id }, (records) => records.map(render));
  }),
  route('POST /webhook', async (asking) => {
    const body = bodyOf(asking, { ...Object.fromEntries(Object.entries(members).map(([name, fits]) => [name, must(fits)])), 'signing-secret': { ...must(aValue), hidden: true }, scope: must(anObject) });
    const scope = membersOf(body['scope'], { id: must(aProject), type: must({ description: 'project', accepts: (value) => value === 'project' }) }, '/scope');
    const project = await projectOf(asking, (scope['id'] as string).toLowerCase());
    if (!project) throw invalid({ detail: 'expected the id of a project of yours', pointer: '/scope/id' });
    const sent = body as Required<Sent>;
    const [id, now] = [asking.newId('uuid'), asking.clock.now().toISOString()];
    return made(render(await asking.tx.insert<Webhook>({ id, kind: 'ci-webhooks', scope: project.id, key: id, name: sent.name, body: {
      name: sent.name, url: sent.url, events: sent.events, verifyTls: sent['verify-tls'], sealed: await seal(asking.tx, sent['signing-secret']), createdAt: now, updatedAt: now,
    } })));
  }),
  route('GET /webhook/{webhook-id}', async (asking) => ok(render(await here(asking)))),
  route('PUT /webhook/{webhook-id}', async (asking) => {
    const webhook = await here(asking);
    if (isObject(asking.body) && Object.keys(asking.body).length === 0) return ok(render(webhook));
    const sent = bodyOf(asking, { ...Object.fromEntries(Object.entries(members).map(([name, fits]) => [name, may(fits)])), 'signing-secret': { ...may(aValue), hidden: true } }) as Sent;
    const { name = webhook.body.name, url = webhook.body.url, events: wanted = webhook.body.events, 'verify-tls': verifyTls = webhook.body.verifyTls, 'signing-secret': secret } = sent;
    const sealed = secret === undefined ? webhook.body.sealed : await seal(asking.tx, secret);
    return ok(render(await asking.tx.update<Webhook>(webhook, { name, body: { ...webhook.body, name, url, events: wanted, verifyTls, sealed, updatedAt: asking.clock.now().toISOString() } })));
  }),
  route('DELETE /webhook/{webhook-id}', async (asking) => {
    await asking.tx.delete('ci-webhooks', (await here(asking)).id);
    return said('Webhook deleted.');
  }),
];
