import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { markUpgradesAvailable } from '../no-code/upgrade-available.ts';
import type { StoredModulePackage, ModuleVersion, StoredRegistryModule } from './stored.ts';

interface PackageTarget {
  readonly module: StoredRecord<StoredRegistryModule>;
  readonly version: ModuleVersion;
}

/** By the secret in its address. */
const requirePackage = async (asking: RequestContext): Promise<PackageTarget> => {
  const { id, version: wanted, secret } = asking.params;
  const module = await asking.tx.get<StoredRegistryModule>('registry-modules', id!);
  const version = module?.body.versions.find((one) => one.version === wanted);
  if (!module || !version || version.secret === undefined || version.secret !== secret) throw notFound('the module version');
  return { module, version };
};

const uploadPackage = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { module, version } = await requirePackage(asking);
  const { body } = asking;
  if (!(body instanceof Uint8Array) || body[0] !== 0x1f || body[1] !== 0x8b)
    throw unprocessable("expected the module's files as a gzipped tar archive");
  if (version.status === 'ok') throw unprocessable(`version ${version.version} has its files already; add another version`);
  await asking.tx.insert<StoredModulePackage>({
    id: asking.newId('modpkg'),
    kind: 'module-packages',
    scope: module.id,
    key: version.version,
    name: '',
    body: { base64: Buffer.from(body).toString('base64') },
  });
  const versions = module.body.versions.map((one): ModuleVersion => (one.version === version.version ? { ...one, status: 'ok' } : one));
  await markUpgradesAvailable(
    asking.tx,
    await asking.tx.update<StoredRegistryModule>(module, {
      body: { ...module.body, versions, updatedAt: asking.clock.now().toISOString() },
    }),
  );
  return { status: 200 };
};

const downloadPackage = async (asking: RequestContext): Promise<RouteResponse> => {
  const { module, version } = await requirePackage(asking);
  const found = await asking.tx.getByKey<StoredModulePackage>('module-packages', module.id, version.version);
  if (!found) throw notFound('the files of the module version');
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body: Buffer.from(found.body.base64, 'base64') };
};

const packagePath = '/registry-modules/{id}/versions/{version}/package/{secret}';

/** The files of a module's version, as they were uploaded; they are not looked into. */
export const routes = [
  route(`PUT ${packagePath}`, uploadPackage, { anonymous: true, binaryBody: true }),
  route(`GET ${packagePath}`, downloadPackage, { anonymous: true }),
];
