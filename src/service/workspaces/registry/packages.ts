import { notFound, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { markUpgrades } from '../no-code/upgrade-available.ts';
import type { ModulePackage, ModuleVersion, RegistryModule } from './stored.ts';

interface Here { readonly module: Rec<RegistryModule>; readonly version: ModuleVersion }

/** By the secret in its address. */
const here = async (asking: Asking): Promise<Here> => {
  const { id, version: wanted, secret } = asking.params;
  const module = await asking.tx.get<RegistryModule>('registry-modules', id!);
  const version = module?.body.versions.find((one) => one.version === wanted);
  if (!module || !version || version.secret === undefined || version.secret !== secret) throw notFound('the module version');
  return { module, version };
};

const upload = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { module, version } = await here(asking);
  const { body } = asking;
  if (!(body instanceof Uint8Array) || body[0] !== 0x1f || body[1] !== 0x8b) throw unprocessable('expected the module\'s files as a gzipped tar archive');
  if (version.status === 'ok') throw unprocessable(`version ${version.version} has its files already; add another version`);
  await asking.tx.insert<ModulePackage>({ id: asking.newId('modpkg'), kind: 'module-packages', scope: module.id, key: version.version, name: '', body: { base64: Buffer.from(body).toString('base64') } });
  const versions = module.body.versions.map((one): ModuleVersion => (one.version === version.version ? { ...one, status: 'ok' } : one));
  await markUpgrades(asking.tx, await asking.tx.update<RegistryModule>(module, { body: { ...module.body, versions, updatedAt: asking.clock.now().toISOString() } }));
  return { status: 200 };
};

const download = async (asking: Asking): Promise<Reply> => {
  const { module, version } = await here(asking);
  const found = await asking.tx.byKey<ModulePackage>('module-packages', module.id, version.version);
  if (!found) throw notFound('the files of the module version');
  return { status: 200, headers: { 'content-type': 'application/gzip' }, body: Buffer.from(found.body.base64, 'base64') };
};

const path = '/registry-modules/{id}/versions/{version}/package/{secret}';

/** The files of a module's version, as they were uploaded; they are not looked into. */
export const routes = [
  route(`PUT ${path}`, upload, { open: true, bytes: true }),
  route(`GET ${path}`, download, { open: true }),
];
