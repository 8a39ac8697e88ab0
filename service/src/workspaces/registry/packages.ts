import { fileContent } from '../../http/body-schemas.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { validateArchive } from '../configuration-versions/validate-archive.ts';
import { markUpgradesAvailable } from '../no-code/upgrade-available.ts';
import { type PackageTarget, requirePackageOfAddress } from './package-addresses.ts';
import { readPackage, savePackage } from './package-content.ts';
import type { ModuleVersion, StoredRegistryModule } from './stored.ts';

/** The module version of the path, which has no files. Throws 404, 422. */
const requireEmptyPackage = async (ctx: RequestContext): Promise<PackageTarget> => {
  const target = await requirePackageOfAddress(ctx, 'upload');
  if (target.version.status === 'ok') throw unprocessable(`version ${target.version.version} has its files already; add another version`);
  return target;
};

/** Reads the archive through before the transaction, which other requests would wait for. */
const prepareUpload = async (ctx: PreparationContext): Promise<void> => {
  await ctx.read(requireEmptyPackage);
  const { body } = ctx;
  if (!(body instanceof Uint8Array) || body[0] !== 0x1f || body[1] !== 0x8b)
    throw unprocessable("expected the module's files as a gzipped tar archive");
  await validateArchive(body);
};

const uploadPackage = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { module, version } = await requireEmptyPackage(ctx);
  await savePackage(ctx.tx, module.id, version.version, ctx.body as Uint8Array);
  const versions = module.body.versions.map((one): ModuleVersion =>
    one.version === version.version ? { ...one, status: 'ok', updatedAt: ctx.clock.now().toISOString() } : one,
  );
  await markUpgradesAvailable(
    ctx.tx,
    await ctx.tx.update<StoredRegistryModule>(module, {
      body: { ...module.body, versions, updatedAt: ctx.clock.now().toISOString() },
    }),
  );
  return { status: 200 };
};

const downloadPackage = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { module, version } = await requirePackageOfAddress(ctx, 'download');
  const body = await readPackage(ctx.tx, module.id, version.version);
  if (!body) throw notFound('the files of the module version');
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body };
};

const uploadDescription: OperationDescription = { summary: 'Uploads the files of a module version.', responses: { 200: null } };
const downloadDescription: OperationDescription = {
  summary: 'Downloads the files of a module version.',
  query: { archive: textParameter('Read by the engine, which unpacks the file; the file is the same.') },
  responses: { 200: fileContent('application/gzip') },
};
const packagePath = '/registry-modules/{id}/versions/{version}/object/{secret}';

/** The files of a module's version, as they were uploaded: an archive that stays in its folder. */
export const routes = [
  route(`PUT ${packagePath}`, uploadPackage, {
    anonymous: true,
    binaryBody: true,
    prepare: prepareUpload,
    description: uploadDescription,
  }),
  route(`GET ${packagePath}`, downloadPackage, { anonymous: true, description: downloadDescription }),
];
