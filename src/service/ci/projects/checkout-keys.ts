import { badRequest, forbidden, notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { CodeHost } from '../slugs/code-hosts.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parseCiBody, requiredMember, enumParameter } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged } from '../responses.ts';
import { seal } from '../store-secret.ts';
import type { CheckoutKey } from './project-records.ts';
import { memberName } from '../hosted-dialect.ts';
import { type ResolvedProject, requireCiProject } from './require-project.ts';
import { generateKeyPair } from './key-pair.ts';

const checkoutKeyTypes = ['user-key', 'deploy-key'] as const;
const checkoutKeyTypeMember = {
  description: checkoutKeyTypes.join(' or '),
  accepts: (value: unknown) => checkoutKeyTypes.includes(value as CheckoutKey['type']),
};
type FingerprintDigest = 'md5' | 'sha256';

/** The newest key of a project is the one that is used. */
const findPreferredKeyId = async (asking: RequestContext, project: string): Promise<string | undefined> =>
  (
    await asking.tx.list(
      { kind: 'ci-checkout-keys', scope: project },
      { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } },
    )
  ).records[0]?.id;

const renderCheckoutKey = (
  asking: RequestContext,
  { id, body }: StoredRecord<CheckoutKey>,
  host: CodeHost,
  digest: FingerprintDigest,
  preferred: string | undefined,
) => ({
  [memberName('public-key', asking.dialect)]: body.publicKey,
  type: body.type === 'user-key' && asking.dialect === 'hosted' ? `${host}-user-key` : body.type,
  fingerprint: body[digest],
  preferred: id === preferred,
  [memberName('created-at', asking.dialect)]: body.createdAt,
});

/** By either fingerprint, SHA-256 with its prefix, MD5 with or without. The answer has the one that asked. */
const requireCheckoutKey = async (
  asking: RequestContext,
): Promise<ResolvedProject & { readonly key: StoredRecord<CheckoutKey>; readonly digest: FingerprintDigest }> => {
  const here = await requireCiProject(asking);
  const text = asking.params['fingerprint']!;
  const digest: FingerprintDigest = text.startsWith('SHA256:') ? 'sha256' : 'md5';
  const [key] =
    digest === 'sha256'
      ? (await asking.tx.list<CheckoutKey>({ kind: 'ci-checkout-keys', scope: here.project.id, body: [{ path: 'sha256', is: text }] }))
          .records
      : [await asking.tx.getByKey<CheckoutKey>('ci-checkout-keys', here.project.id, text.replace(/^MD5:/, '').toLowerCase())];
  if (!key) throw notFound(`the checkout key ${text}`);
  return { ...here, key, digest };
};

export const createCheckoutKey = async (
  asking: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>,
  project: string,
  given: Pick<CheckoutKey, 'type' | 'user'> & { readonly algorithm?: 'ed25519' | 'rsa' | undefined },
): Promise<StoredRecord<CheckoutKey>> => {
  const { publicKey, privateKey, md5, sha256 } = generateKeyPair(given.algorithm ?? 'ed25519', 'slipway');
  return asking.tx.insert<CheckoutKey>({
    id: asking.newId('uuid'),
    kind: 'ci-checkout-keys',
    scope: project,
    key: md5,
    name: given.type,
    body: {
      type: given.type,
      publicKey,
      sealed: await seal(asking.tx, privateKey),
      md5,
      sha256,
      user: given.user,
      createdAt: asking.clock.now().toISOString(),
    },
  });
};

export const routes = [
  route('GET /project/{project-slug}/checkout-key', async (asking) => {
    const { project } = await requireCiProject(asking);
    const digest = enumParameter(asking, 'digest', ['md5', 'sha256'], 'md5');
    const preferred = await findPreferredKeyId(asking, project.id);
    return renderCiRecords<CheckoutKey>(asking, { kind: 'ci-checkout-keys', scope: project.id }, (records) =>
      records.map((key) => renderCheckoutKey(asking, key, project.body.host, digest, preferred)),
    );
  }),
  route('POST /project/{project-slug}/checkout-key', async (asking) => {
    const { project } = await requireCiProject(asking);
    const type = parseCiBody(asking, { type: requiredMember(checkoutKeyTypeMember) })['type'] as CheckoutKey['type'];
    if (asking.caller.kind !== 'user')
      throw forbidden(
        "a checkout key is made with a user's token, for it acts as a user of the code host; this token is a team's or an organization's",
      );
    if (project.body.host === 'native')
      throw badRequest("checkout keys are of projects on a code host; this one is the service's own kind");
    const key = await createCheckoutKey(asking, project.id, { type, user: type === 'user-key' ? asking.caller.id : null });
    return ciCreated(renderCheckoutKey(asking, key, project.body.host, 'md5', key.id));
  }),
  route('GET /project/{project-slug}/checkout-key/{fingerprint}', async (asking) => {
    const { project, key, digest } = await requireCheckoutKey(asking);
    return ciOk(renderCheckoutKey(asking, key, project.body.host, digest, await findPreferredKeyId(asking, project.id)));
  }),
  route('DELETE /project/{project-slug}/checkout-key/{fingerprint}', async (asking) => {
    await asking.tx.delete('ci-checkout-keys', (await requireCheckoutKey(asking)).key.id);
    return acknowledged('Checkout key deleted.');
  }),
];
