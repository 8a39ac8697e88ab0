import { type AddressSubject, requireSignedAddress, signAddress } from '../../access/signed-addresses.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ModuleVersion, StoredRegistryModule } from './stored.ts';

type PackageOperation = 'upload' | 'download';

const subjectOf = (module: string, version: string, operation: PackageOperation, secret: string): AddressSubject => ({
  id: module,
  operation: `${version} ${operation}`,
  secret,
});

/**
 * The address to which a version's files are uploaded, or from which they are downloaded. It works without a token for a limited time
 * (decision 144).
 */
export const buildPackageAddress = (
  ctx: RequestContext,
  module: string,
  { version, secret }: ModuleVersion,
  operation: PackageOperation,
): string => {
  const signed = signAddress(ctx, subjectOf(module, version, operation, secret!));
  return `${ctx.origin}/api/v2/registry-modules/${module}/versions/${version}/object/${signed}`;
};

export interface PackageTarget {
  readonly module: StoredRecord<StoredRegistryModule>;
  readonly version: ModuleVersion;
}

/** The version of an address that was signed for this operation. Throws 404. */
export const requirePackageOfAddress = async (ctx: RequestContext, operation: PackageOperation): Promise<PackageTarget> => {
  const { id, version: requestedVersion, secret: signed } = ctx.params;
  const module = await ctx.tx.get<StoredRegistryModule>('registry-modules', id!);
  const version = module?.body.versions.find((one) => one.version === requestedVersion);
  const what = 'the module version';
  if (!module || version?.secret === undefined) throw notFound(what);
  requireSignedAddress(ctx, subjectOf(module.id, version.version, operation, version.secret), signed!, what);
  return { module, version };
};
