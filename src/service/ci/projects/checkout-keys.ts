import { badRequest, forbidden, notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { Host } from '../hosts.ts';
import { paged } from '../page.ts';
import { bodyOf, must, oneAsked } from '../read.ts';
import { made, ok, said } from '../replies.ts';
import { seal } from '../secret.ts';
import type { CheckoutKey } from '../stored.ts';
import { memberWord } from '../words.ts';
import { type Here, projectHere } from './here.ts';
import { newKeyPair } from './key-pair.ts';

const types = ['user-key', 'deploy-key'] as const;
const aType = { description: types.join(' or '), accepts: (value: unknown) => types.includes(value as CheckoutKey['type']) };
type Digest = 'md5' | 'sha256';

/** The newest key of a project is the one that is used. */
const preferredIn = async (asking: RequestContext, project: string): Promise<string | undefined> =>
  (await asking.tx.list({ kind: 'ci-checkout-keys', scope: project }, { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } })).records[0]?.id;

const render = (asking: RequestContext, { id, body }: StoredRecord<CheckoutKey>, host: Host, digest: Digest, preferred: string | undefined) => ({
  [memberWord('public-key', asking.dialect)]: body.publicKey,
  type: body.type === 'user-key' && asking.dialect === 'hosted' ? `${host}-user-key` : body.type,
  fingerprint: body[digest], preferred: id === preferred, [memberWord('created-at', asking.dialect)]: body.createdAt,
});

/** By either fingerprint, SHA-256 with its prefix, MD5 with or without. The answer has the one that asked. */
const keyHere = async (asking: RequestContext): Promise<Here & { readonly key: StoredRecord<CheckoutKey>; readonly digest: Digest }> => {
  const here = await projectHere(asking);
  const text = asking.params['fingerprint']!;
  const digest: Digest = text.startsWith('SHA256:') ? 'sha256' : 'md5';
  const [key] = digest === 'sha256'
    ? (await asking.tx.list<CheckoutKey>({ kind: 'ci-checkout-keys', scope: here.project.id, body: [{ path: 'sha256', is: text }] })).records
    : [await asking.tx.getByKey<CheckoutKey>('ci-checkout-keys', here.project.id, text.replace(/^MD5:/, '').toLowerCase())];
  if (!key) throw notFound(`the checkout key ${text}`);
  return { ...here, key, digest };
};

export const newCheckoutKey = async (
  asking: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>, project: string, given: Pick<CheckoutKey, 'type' | 'user'> & { readonly algorithm?: 'ed25519' | 'rsa' | undefined },
): Promise<StoredRecord<CheckoutKey>> => {
  const { publicKey, privateKey, md5, sha256 } = newKeyPair(given.algorithm ?? 'ed25519', 'slipway');
  return asking.tx.insert<CheckoutKey>({ id: asking.newId('uuid'), kind: 'ci-checkout-keys', scope: project, key: md5, name: given.type, body: {
    type: given.type, publicKey, sealed: await seal(asking.tx, privateKey), md5, sha256, user: given.user, createdAt: asking.clock.now().toISOString(),
  } });
};

export const routes = [
  route('GET /project/{project-slug}/checkout-key', async (asking) => {
    const { project } = await projectHere(asking);
    const digest = oneAsked(asking, 'digest', ['md5', 'sha256'], 'md5');
    const preferred = await preferredIn(asking, project.id);
    return paged<CheckoutKey>(asking, { kind: 'ci-checkout-keys', scope: project.id }, (records) => records.map((key) => render(asking, key, project.body.host, digest, preferred)));
  }),
  route('POST /project/{project-slug}/checkout-key', async (asking) => {
    const { project } = await projectHere(asking);
    const type = bodyOf(asking, { type: must(aType) })['type'] as CheckoutKey['type'];
    if (asking.caller.kind !== 'user') throw forbidden('a checkout key is made with a user\'s token, for it acts as a user of the code host; this token is a team\'s or an organization\'s');
    if (project.body.host === 'native') throw badRequest('checkout keys are of projects on a code host; this one is the service\'s own kind');
    const key = await newCheckoutKey(asking, project.id, { type, user: type === 'user-key' ? asking.caller.id : null });
    return made(render(asking, key, project.body.host, 'md5', key.id));
  }),
  route('GET /project/{project-slug}/checkout-key/{fingerprint}', async (asking) => {
    const { project, key, digest } = await keyHere(asking);
    return ok(render(asking, key, project.body.host, digest, await preferredIn(asking, project.id)));
  }),
  route('DELETE /project/{project-slug}/checkout-key/{fingerprint}', async (asking) => {
    await asking.tx.delete('ci-checkout-keys', (await keyHere(asking)).key.id);
    return said('Checkout key deleted.');
  }),
];
