import { octetStream } from '../../http/body-schemas.ts';
import { webcrypto } from 'node:crypto';
import { type AddressSubject, requireSignedAddress, signAddress } from '../../access/signed-addresses.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { validatePackage } from './package-names.ts';
import { readFile, writeFile } from './provider-files.ts';
import type { StoredProviderPlatform, StoredProviderVersion } from './stored.ts';

type Owner = StoredRecord<StoredProviderVersion> | StoredRecord<StoredProviderPlatform>;
type FileOperation = 'upload' | 'download';

/** What the address of a file of a version or a platform is signed for. */
export const providerFileOf = (
  { id, body }: { readonly id: string; readonly body: { readonly secret: string } },
  file: string,
  operation: FileOperation,
): AddressSubject => ({ id, operation: `${file} ${operation}`, secret: body.secret });

/** The address to which a file is uploaded, or from which it is downloaded. It works without a token for a limited time (decision 144). */
export const buildFileAddress = (ctx: RequestContext, owner: Owner, file: string, operation: FileOperation): string =>
  `${ctx.origin}/api/v2/registry-provider-files/${owner.id}/${file}/${signAddress(ctx, providerFileOf(owner, file, operation))}`;

const kinds: { readonly [file: string]: string | undefined } = {
  shasums: 'registry-provider-versions',
  'shasums-sig': 'registry-provider-versions',
  package: 'registry-provider-platforms',
};

/** The version or platform of an address that was signed for this operation. Throws 404. */
const requireOwner = async (ctx: RequestContext, operation: FileOperation): Promise<Owner> => {
  const { owner, file, secret: signed } = ctx.params;
  const kind = Object.hasOwn(kinds, file!) ? kinds[file!] : undefined;
  const found = kind === undefined ? undefined : ((await ctx.tx.get(kind, owner!)) as Owner | undefined);
  if (!found) throw notFound('the file');
  requireSignedAddress(ctx, providerFileOf(found, file!, operation), signed!, 'the file');
  return found;
};

const isUploaded = ({ body }: Owner, file: string): boolean =>
  'os' in body ? body.uploaded : file === 'shasums' ? body.checksumsUploaded : body.signatureUploaded;

const markUploaded = async (ctx: RequestContext<Transaction>, owner: Owner): Promise<void> => {
  const { body } = owner;
  if ('os' in body) await ctx.tx.update<StoredProviderPlatform>(owner, { body: { ...body, uploaded: true } });
  else {
    const uploaded = ctx.params['file'] === 'shasums' ? { checksumsUploaded: true } : { signatureUploaded: true };
    await ctx.tx.update<StoredProviderVersion>(owner, { body: { ...body, ...uploaded, updatedAt: ctx.clock.now().toISOString() } });
  }
};

const uploadFile = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx, 'upload');
  const { body: bytes } = ctx;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) throw unprocessable('expected the bytes of the file');
  if ('os' in owner.body) {
    const checksum = ctx.prepared as string;
    if (checksum !== owner.body.checksum.toLowerCase())
      throw unprocessable(`the SHA-256 of these bytes is ${checksum}; the platform was created with ${owner.body.checksum}`);
    validatePackage(bytes);
  }
  const file = ctx.params['file']!;
  if (isUploaded(owner, file)) {
    // A client sends it again when it lost the response.
    if ((await readFile(ctx.tx, owner.id, file))?.equals(bytes)) return { status: 200 };
    throw conflict('this file was already uploaded, with another content');
  }
  await writeFile(ctx.tx, ctx.newId, owner.id, file, bytes);
  await markUploaded(ctx, owner);
  return { status: 200 };
};

const downloadFile = async (ctx: RequestContext): Promise<RouteResponse> => {
  const owner = await requireOwner(ctx, 'download');
  const bytes = await readFile(ctx.tx, owner.id, ctx.params['file']!);
  if (!bytes) throw notFound('the file');
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: bytes };
};

const path = '/registry-provider-files/{owner}/{file}/{secret}';

/** Hashes the upload before the transaction and outside of the main thread, if its address is valid. */
const prepare = async (ctx: PreparationContext): Promise<string> => {
  await ctx.read((view) => requireOwner(view, 'upload'));
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
