import { octetStream } from '../../http/body-schemas.ts';
import { createHash } from 'node:crypto';
import { version } from '@slipway/declarations/version';
import { notFound } from '../../http/problem.ts';
import { type BundledProvider, type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { createStoreSecret, deriveKey, hasStoreSecret } from '../../store/store-secret.ts';
import { packageDescription, providersBasePath, versionsDescription } from './provider-protocol.ts';
import { deriveReleaseKey, type ReleaseKey } from './release-key.ts';

/** The provider that this program brings is installed from the service that is this program: `HOST/slipway/slipway` (decision 82). */
const base = `${providersBasePath}slipway/slipway`;
const stem = `terraform-provider-slipway_${version}`;
const protocols = ['6.0'];
const packageName = (platform: string): string => `${stem}_${platform}.zip`;
const sumsName = `${stem}_SHA256SUMS`;

interface OwnRelease {
  readonly platforms: readonly string[];
  readonly archive: Buffer;
  readonly checksum: string;
  /** `checksum  filename` of each platform, in the order of the filenames. */
  readonly sums: Buffer;
}

const readRelease = async ({ platforms, readArchive }: BundledProvider): Promise<OwnRelease> => {
  const archive = await readArchive();
  const checksum = createHash('sha256').update(archive).digest('hex');
  const names = platforms.map(packageName).sort();
  return { platforms, archive, checksum, sums: Buffer.from(names.map((name) => `${checksum}  ${name}\n`).join('')) };
};

const requireProvider = ({ bundledProvider }: PreparationContext): BundledProvider => {
  if (!bundledProvider) throw notFound('the provider slipway/slipway, which this service was started without,');
  return bundledProvider;
};

const releases = new WeakMap<BundledProvider, OwnRelease>();
/**
 * Reads the release once: the files of a program do not change while it runs. Throws 404 if there is none (a checkout that was not built).
 */
const loadRelease = async (ctx: PreparationContext): Promise<OwnRelease> => {
  const provider = requireProvider(ctx);
  try {
    const release = releases.get(provider) ?? (await readRelease(provider));
    releases.set(provider, release);
    return release;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw notFound('the archive of the provider, which `npm run build` writes,');
  }
};

/** The signing key of this store, the same in every process on it. A store without an organization has no secret yet. */
const loadKey = async (ctx: PreparationContext): Promise<ReleaseKey> => {
  if (!(await ctx.read(({ tx }) => hasStoreSecret(tx)))) await ctx.write(createStoreSecret);
  return deriveReleaseKey(await ctx.read(({ tx }) => deriveKey(tx, 'provider-release')));
};

const requireVersion = (ctx: Pick<RequestContext, 'params'>): void => {
  if (ctx.params['version'] !== version) throw notFound(`the version ${ctx.params['version']} of slipway/slipway`);
};

const respond = (body: unknown): RouteResponse => ({ status: 200, headers: { 'content-type': 'application/json' }, body });
const preparePlatforms = async (ctx: PreparationContext): Promise<readonly { readonly os: string; readonly arch: string }[]> =>
  requireProvider(ctx).platforms.map((name) => ({ os: name.split('_')[0]!, arch: name.split('_')[1]! }));
const listVersions = async ({ prepared }: RequestContext): Promise<RouteResponse> =>
  respond({ versions: [{ version, protocols, platforms: prepared }] });

interface PreparedPackage {
  readonly key: ReleaseKey;
  readonly release: OwnRelease;
}
const findPackage = async (ctx: RequestContext): Promise<RouteResponse> => {
  requireVersion(ctx);
  const { os, arch } = ctx.params;
  const { key, release } = ctx.prepared as PreparedPackage;
  const platform = `${os}_${arch}`;
  if (!release.platforms.includes(platform)) throw notFound(`the version ${version} of slipway/slipway for ${platform}`);
  const address = (file: string): string => `${ctx.origin}${base}/${version}/files/${file}`;
  return respond({
    protocols,
    os,
    arch,
    filename: packageName(platform),
    download_url: address(packageName(platform)),
    shasums_url: address(sumsName),
    shasums_signature_url: address(`${sumsName}.sig`),
    shasum: release.checksum,
    signing_keys: {
      gpg_public_keys: [{ key_id: key.keyId, ascii_armor: key.asciiArmor, trust_signature: '', source: '', source_url: null }],
    },
  });
};

const preparePackage = async (ctx: PreparationContext): Promise<PreparedPackage> => ({
  key: await loadKey(ctx),
  release: await loadRelease(ctx),
});

/** The bytes of a file of the release; undefined: there is none of this name. */
const prepareFile = async (ctx: PreparationContext): Promise<Buffer | undefined> => {
  const { file } = ctx.params;
  const { platforms, archive, sums } = await loadRelease(ctx);
  if (file === sumsName) return sums;
  if (file === `${sumsName}.sig`) return (await loadKey(ctx)).sign(sums);
  return platforms.some((name) => file === packageName(name)) ? archive : undefined;
};

const downloadFile = async (ctx: RequestContext): Promise<RouteResponse> => {
  requireVersion(ctx);
  if (ctx.prepared === undefined) throw notFound(`the file ${ctx.params['file']}`);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: ctx.prepared };
};

/** The engine's provider registry protocol, for the provider that this program brings. It needs no token, as its archive is public. */
export const routes = [
  route(`GET ${base}/versions`, listVersions, {
    atRoot: true,
    anonymous: true,
    prepare: preparePlatforms,
    description: versionsDescription,
  }),
  route(`GET ${base}/{version}/download/{os}/{arch}`, findPackage, {
    atRoot: true,
    anonymous: true,
    prepare: preparePackage,
    description: packageDescription,
  }),
  route(`GET ${base}/{version}/files/{file}`, downloadFile, {
    atRoot: true,
    anonymous: true,
    prepare: prepareFile,
    description: { summary: 'Downloads a file of the provider that this service brings.', responses: { 200: octetStream } },
  }),
];
