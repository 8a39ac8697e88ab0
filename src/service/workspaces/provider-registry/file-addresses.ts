import { octetStream } from '../../http/body-schemas.ts';
import { webcrypto } from 'node:crypto';
import { isSameSecret } from '../../access/is-same-secret.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validatePackage } from './package-names.ts';
import { readFile, writeFile } from './provider-files.ts';
import type { StoredProviderPlatform, StoredProviderVersion } from './stored.ts';

/** Where a file goes and comes from, with the secret that stands for a token. */
export const buildFileAddress = (ctx: Pick<RequestContext, 'origin'>, owner: string, file: string, secret: string): string =>
  `${ctx.origin}/api/v2/registry-provider-files/${owner}/${file}/${secret}`;

type Owner = StoredRecord<StoredProviderVersion> | StoredRecord<StoredProviderPlatform>;

const kinds: { readonly [file: string]: string | undefined } = {
  shasums: 'registry-provider-versions',
  'shasums-sig': 'registry-provider-versions',
  package: 'registry-provider-platforms',
};

/** The version or platform of the path, by the secret. Throws 404. */
const requireOwner = async (ctx: RequestContext): Promise<Owner> => {
  const { owner, file, secret } = ctx.params;
  const kind = Object.hasOwn(kinds, file!) ? kinds[file!] : undefined;
  const found = kind === undefined ? undefined : ((await ctx.tx.get(kind, owner!)) as Owner | undefined);
  if (!found || !isSameSecret(found.body.secret, secret!)) throw notFound('the file');
  return found;
};

const markUploaded = async (ctx: RequestContext<Transaction>, owner: Owner): Promise<void> => {
  const { body } = owner;
  if ('os' in body) await ctx.tx.update<StoredProviderPlatform>(owner, { body: { ...body, uploaded: true } });
  else {
    const uploaded = ctx.params['file'] === 'shasums' ? { checksumsUploaded: true } : { signatureUploaded: true };
    await ctx.tx.update<StoredProviderVersion>(owner, { body: { ...body, ...uploaded, updatedAt: ctx.clock.now().toISOString() } });
  }
};

const uploadFile = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx);
  const { body: bytes } = ctx;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw unprocessable('expected the bytes of the file');
  if ('os' in owner.body) {
    const checksum = ctx.prepared as string;
    if (checksum !== owner.body.checksum.toLowerCase())
      throw unprocessable(`the SHA-256 of these bytes is ${checksum}; the platform was created with ${owner.body.checksum}`);
    validatePackage(bytes);
  }
  await writeFile(ctx.tx, ctx.newId, owner.id, ctx.params['file']!, bytes);
  await markUploaded(ctx, owner);
  return { status: 200 };
};

const downloadFile = async (ctx: RequestContext): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx);
  const bytes = await readFile(ctx.tx, owner.id, ctx.params['file']!);
  if (!bytes) throw notFound('the file');
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
};

const path = '/registry-provider-files/{owner}/{file}/{secret}';

/** Hashed before the transaction, and not on the main thread; for who knows the secret. */
const prepare = async (ctx: PreparationContext): Promise<string> => {
  await ctx.read(requireOwner);
  return ctx.body instanceof Uint8Array
    ? Buffer.from(await webcrypto.subtle.digest('SHA-256', ctx.body as Uint8Array<ArrayBuffer>)).toString('hex')
    : '';
};

/** The files of a provider's versions: checksums, their signature, and the package of each platform. */
export const routes = [
  route(`PUT ${path}`, uploadFile, {
    anonymous: true,
    binaryBody: true,
    prepare,
    description: { summary: 'Uploads a file of a provider.', responses: { 200: null } },
  }),
  route(`GET ${path}`, downloadFile, {
    anonymous: true,
    description: { summary: 'Downloads a file of a provider.', responses: { 200: octetStream } },
  }),
];
