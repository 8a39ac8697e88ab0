import { arrayValue, freeObject, objectValue, stringArray, stringValue, jsonContent } from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { compareNewestFirst } from '../registry/versions.ts';
import { buildFileAddress } from './file-addresses.ts';
import type { StoredGpgKey, StoredProviderPlatform, StoredProviderVersion, StoredRegistryProvider } from './stored.ts';

type VersionRecord = StoredRecord<StoredProviderVersion>;
type PlatformRecord = StoredRecord<StoredProviderPlatform>;

const jsonResponse = (body: unknown): RouteResponse => ({ status: 200, headers: { 'content-type': 'application/json' }, body });

/** A private provider of an organization of the caller's. Throws 404. */
const requireProvider = async (ctx: RequestContext): Promise<StoredRecord<StoredRegistryProvider>> => {
  const { namespace, type } = ctx.params;
  const isMember = ctx.caller.memberships.some(({ organization }) => organization === namespace);
  const key = `private/${namespace}/${type}`;
  const found = isMember ? await ctx.tx.getByKey<StoredRegistryProvider>('registry-providers', namespace!, key) : undefined;
  if (!found) throw notFound(`the provider ${namespace}/${type}`);
  return found;
};

/** Whether a version can be installed: its checksums and their signature were uploaded. */
const isPublished = ({ body }: VersionRecord): boolean => body.checksumsUploaded && body.signatureUploaded;

const listPlatforms = async (ctx: RequestContext, versions: readonly VersionRecord[]): Promise<readonly PlatformRecord[]> => {
  if (versions.length === 0) return [];
  const kind = 'registry-provider-platforms';
  const { records } = await ctx.tx.list<StoredProviderPlatform>({ kind, scope: versions.map(({ id }) => id) });
  return records.filter(({ body }) => body.uploaded);
};

const listVersions = async (ctx: RequestContext): Promise<RouteResponse> => {
  const provider = await requireProvider(ctx);
  const kind = 'registry-provider-versions';
  const published = (await ctx.tx.list<StoredProviderVersion>({ kind, scope: provider.id })).records.filter(isPublished);
  const platforms = await listPlatforms(ctx, published);
  return jsonResponse({
    versions: [...published]
      .sort((one, other) => compareNewestFirst(one.body, other.body))
      .map(({ id, body }) => ({
        version: body.version,
        protocols: body.protocols,
        platforms: platforms.filter(({ scope }) => scope === id).map((one) => ({ os: one.body.os, arch: one.body.arch })),
      })),
  });
};

const findPackage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const provider = await requireProvider(ctx);
  const { version, os, arch } = ctx.params;
  const what = `the version ${version} of this provider for ${os}_${arch}`;
  const release = await ctx.tx.getByKey<StoredProviderVersion>('registry-provider-versions', provider.id, version!);
  if (!release || !isPublished(release)) throw notFound(what);
  const [platform, key] = await Promise.all([
    ctx.tx.getByKey<StoredProviderPlatform>('registry-provider-platforms', release.id, `${os}_${arch}`),
    ctx.tx.getByKey<StoredGpgKey>('gpg-keys', provider.scope, release.body.keyId),
  ]);
  if (!platform?.body.uploaded || !key) throw notFound(what);
  const address = (file: string): string => buildFileAddress(ctx, release, file, 'download');
  return jsonResponse({
    protocols: release.body.protocols,
    os,
    arch,
    filename: platform.body.filename,
    download_url: buildFileAddress(ctx, platform, 'package', 'download'),
    shasums_url: address('shasums'),
    shasums_signature_url: address('shasums-sig'),
    shasum: platform.body.checksum,
    signing_keys: {
      gpg_public_keys: [{ key_id: key.body.keyId, ascii_armor: key.body.asciiArmor, trust_signature: '', source: '', source_url: null }],
    },
  });
};

export const providersBasePath = '/api/registry/v1/providers/';

export const versionsDescription: OperationDescription = {
  summary: 'Lists the versions of a provider, for the engine.',
  responses: {
    200: jsonContent(
      objectValue({
        versions: arrayValue(
          objectValue({
            version: stringValue,
            protocols: stringArray,
            platforms: arrayValue(objectValue({ os: stringValue, arch: stringValue })),
          }),
        ),
      }),
    ),
  },
};
export const packageDescription: OperationDescription = {
  summary: 'Shows where the package of a provider for a platform is, with its checksum and key, for the engine.',
  responses: {
    200: jsonContent(
      objectValue({
        protocols: stringArray,
        os: stringValue,
        arch: stringValue,
        filename: stringValue,
        download_url: stringValue,
        shasums_url: stringValue,
        shasums_signature_url: stringValue,
        shasum: stringValue,
        signing_keys: objectValue({ gpg_public_keys: arrayValue(freeObject) }),
      }),
    ),
  },
};

/** The engine's provider registry protocol. */
export const routes = [
  route(`GET ${providersBasePath}{namespace}/{type}/versions`, listVersions, {
    atRoot: true,
    purposes: ['run'],
    description: versionsDescription,
  }),
  route(`GET ${providersBasePath}{namespace}/{type}/{version}/download/{os}/{arch}`, findPackage, {
    atRoot: true,
    purposes: ['run'],
    description: packageDescription,
  }),
];
