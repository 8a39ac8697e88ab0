import { badRequest, forbidden, notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { CodeHost } from '../slugs/code-hosts.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { enumMember, parseCiBody, requiredMember, enumParameter } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged } from '../responses.ts';
import type { CheckoutKey } from './project-records.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import type { CiRight } from '../roles/right-holders.ts';
import { type ResolvedProject, requireCiProject } from './require-project.ts';
import { generateSshKeyPair } from './key-pair.ts';

const checkoutKeyTypes = ['user-key', 'deploy-key'] as const;
export const newCheckoutKeyMembers = { type: requiredMember(enumMember(checkoutKeyTypes, checkoutKeyTypes.join(' or '))) };
type FingerprintDigest = 'md5' | 'sha256';

/** The preferred key of a project is the newest one. */
const findPreferredKeyId = async (ctx: RequestContext, project: string): Promise<string | undefined> =>
  (
    await ctx.tx.list(
      { kind: 'ci-checkout-keys', scope: project },
      { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } },
    )
  ).records[0]?.id;

const renderCheckoutKey = (
  ctx: RequestContext,
  { id, body }: StoredRecord<CheckoutKey>,
  host: CodeHost,
  digest: FingerprintDigest,
  preferred: string | undefined,
) =>
  bothSpellings(
    {
      'public-key': body.publicKey,
      type: body.type === 'user-key' && ctx.dialect === 'hosted' ? `${host}-user-key` : body.type,
      fingerprint: body[digest],
      preferred: id === preferred,
      'created-at': body.createdAt,
    },
    ctx.dialect,
  );

/** The key by either fingerprint: SHA-256 with its prefix, MD5 with or without. Responses contain the same kind of fingerprint. */
const requireCheckoutKey = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<
  ResolvedProject & { readonly key: StoredRecord<CheckoutKey>; readonly digest: FingerprintDigest; readonly preferred: string | undefined }
> => {
  const project = await requireCiProject(ctx, right);
  const text = ctx.params['fingerprint']!;
  const digest: FingerprintDigest = text.startsWith('SHA256:') ? 'sha256' : 'md5';
  const { id: scope } = project.project;
  const [key, preferred] = await Promise.all([
    digest === 'sha256'
      ? ctx.tx
          .list<CheckoutKey>({ kind: 'ci-checkout-keys', scope, body: [{ path: 'sha256', is: text }] })
          .then(({ records }) => records[0])
      : ctx.tx.getByKey<CheckoutKey>('ci-checkout-keys', scope, text.replace(/^MD5:/, '').toLowerCase()),
    findPreferredKeyId(ctx, scope),
  ]);
  if (!key) throw notFound(`the checkout key ${text}`);
  return { ...project, key, digest, preferred };
};

export const createCheckoutKey = async (
  ctx: Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId'>,
  project: string,
  options: Pick<CheckoutKey, 'type' | 'user'> & { readonly algorithm?: 'ed25519' | 'rsa' | undefined },
): Promise<StoredRecord<CheckoutKey>> => {
  const { publicKey, privateKey, md5, sha256 } = await generateSshKeyPair(options.algorithm ?? 'ed25519', 'slipway');
  return ctx.tx.insert<CheckoutKey>({
    id: ctx.newId('uuid'),
    kind: 'ci-checkout-keys',
    scope: project,
    key: md5,
    name: options.type,
    body: {
      type: options.type,
      publicKey,
      secret: privateKey,
      md5,
      sha256,
      user: options.user,
      createdAt: ctx.clock.now().toISOString(),
    },
  });
};

export const routes = [
  route('GET /project/{project-slug}/checkout-key', async (ctx) => {
    const { project } = await requireCiProject(ctx);
    const digest = enumParameter(ctx, 'digest', ['md5', 'sha256'], 'md5');
    const preferring = findPreferredKeyId(ctx, project.id);
    // The failure is reported by the `await` below; this only prevents an unhandled rejection.
    preferring.catch(() => {});
    return renderCiRecords<CheckoutKey>(ctx, { kind: 'ci-checkout-keys', scope: project.id }, async (records) => {
      const preferred = await preferring;
      return records.map((key) => renderCheckoutKey(ctx, key, project.body.host, digest, preferred));
    });
  }),
  route('POST /project/{project-slug}/checkout-key', async (ctx) => {
    const { project } = await requireCiProject(ctx, 'manage-project');
    const type = parseCiBody(ctx, newCheckoutKeyMembers)['type'] as CheckoutKey['type'];
    if (ctx.caller.kind !== 'user')
      throw forbidden(
        'a user token is required to create a checkout key, because the key acts as a user of the code host; ' +
          'this token belongs to a team or an organization',
      );
    if (project.body.host === 'native') throw badRequest('only projects of a code host have checkout keys; this project is native');
    const key = await createCheckoutKey(ctx, project.id, { type, user: type === 'user-key' ? ctx.caller.id : null });
    return ciCreated(renderCheckoutKey(ctx, key, project.body.host, 'md5', key.id));
  }),
  route('GET /project/{project-slug}/checkout-key/{fingerprint}', async (ctx) => {
    const { project, key, digest, preferred } = await requireCheckoutKey(ctx);
    return ciOk(renderCheckoutKey(ctx, key, project.body.host, digest, preferred));
  }),
  route('DELETE /project/{project-slug}/checkout-key/{fingerprint}', async (ctx) => {
    await ctx.tx.delete('ci-checkout-keys', (await requireCheckoutKey(ctx, 'manage-project')).key.id);
    return acknowledged('Checkout key deleted.');
  }),
];
