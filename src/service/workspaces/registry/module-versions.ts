import type { Doc } from '../../json-api/document.ts';
import { all, created, noContent, ok } from '../../json-api/reply.ts';
import { isObject, type Json, sent } from '../../json-api/read.ts';
import { conflict, type Fault, notFound, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { markUpgrades } from '../no-code/upgrade-available.ts';
import { moduleHere } from './registry-modules.ts';
import type { ModuleVariable, ModuleVersion, RegistryModule } from './stored.ts';
import { isVersion, newerFirst } from './versions.ts';

/** Where its package goes and comes from, with the secret that stands for a token. */
export const packageAddress = (asking: Pick<Asking, 'origin'>, module: string, { version, secret }: ModuleVersion): string =>
  `${asking.origin}/api/v2/registry-modules/${module}/versions/${version}/package/${secret}`;

const render = (asking: Asking, module: string, version: ModuleVersion): Doc => ({
  id: `modver-${module.slice('mod-'.length)}-${version.version}`, type: 'registry-module-versions',
  attributes: { version: version.version, status: version.status, variables: version.variables, resources: version.resources, 'created-at': version.createdAt },
  relationships: { 'registry-module': { data: { id: module, type: 'registry-modules' } } },
  ...(version.status === 'pending' && version.secret !== undefined ? { links: { upload: packageAddress(asking, module, version) } } : {}),
});

const variableFaults = (variables: unknown, pointer: string): Fault[] => {
  if (!Array.isArray(variables)) return [{ detail: 'expected a list of {"name", "type", "required"}', pointer }];
  return variables.flatMap((one: unknown, index) =>
    (isObject(one) && typeof one['name'] === 'string' && one['name'] !== '' ? [] : [{ detail: 'expected {"name", "type", "required"}', pointer: `${pointer}/${index}` }]));
};

/**
 * A version as a service would read it out of the module's files: no file is read here, so `variables` and `resources`
 * are said (ours, not the specification's).
 */
export const versionSent = (attributes: Json, now: string, pointer: string): ModuleVersion => {
  const { version, variables = [], resources = 0 } = attributes;
  if (!isVersion(version)) throw unprocessable(`expected a version such as 1.2.0, got ${JSON.stringify(version ?? null)}`, `${pointer}/version`);
  refuse(variableFaults(variables, `${pointer}/variables`));
  if (!Number.isInteger(resources) || (resources as number) < 0) throw unprocessable('expected a whole number', `${pointer}/resources`);
  return {
    version, status: 'ok', resources: resources as number, createdAt: now,
    variables: (variables as readonly Partial<ModuleVariable>[]).map((one) => ({ ...one, name: one.name!, type: one.type ?? 'string', required: one.required ?? one.default === undefined })),
  };
};

const add = async (asking: Asking<Transaction>): Promise<Reply> => {
  const module = await moduleHere(asking, true);
  const { attributes } = sent(asking, 'registry-module-versions');
  const now = asking.clock.now().toISOString();
  const said = versionSent(attributes, now, '/data/attributes');
  // A client of the hosted service knows nothing of variables that are said: it uploads the files, and waits until the version is there.
  const waits = asking.profile === 'hosted' && attributes['variables'] === undefined;
  const version: ModuleVersion = waits ? { ...said, status: 'pending', secret: asking.newId('x').slice(2) + asking.newId('x').slice(2) } : said;
  if (module.body.versions.some((one) => one.version === version.version)) throw unprocessable(`the version ${version.version} has already been taken`, '/data/attributes/version');
  const next = await asking.tx.update<RegistryModule>(module, { body: { ...module.body, versions: [...module.body.versions, version].sort(newerFirst), updatedAt: now } });
  await markUpgrades(asking.tx, next);
  return created(render(asking, module.id, version));
};

/** The version that the query names, or the path. */
const versionHere = (asking: Asking, versions: readonly ModuleVersion[]): ModuleVersion => {
  const wanted = asking.params['version'] ?? asking.query.get('module_version') ?? '';
  const found = versions.find(({ version }) => version === wanted);
  if (!found) throw notFound(`the version ${wanted === '' ? 'of module_version' : wanted} of this module`);
  return found;
};

const remove = async (asking: Asking<Transaction>): Promise<Reply> => {
  const module = await moduleHere(asking, true);
  const { version } = versionHere(asking, module.body.versions);
  if (await asking.tx.count({ kind: 'no-code-modules', scope: module.scope, keys: [module.id], body: [{ path: 'versionPin', is: version }] }) > 0)
    throw conflict(`no-code workspaces are made of version ${version}; pin the no-code module to another first`);
  const bytes = await asking.tx.byKey('module-packages', module.id, version);
  if (bytes) await asking.tx.delete('module-packages', bytes.id);
  const next = await asking.tx.update<RegistryModule>(module, { body: { ...module.body, versions: module.body.versions.filter((one) => one.version !== version), updatedAt: asking.clock.now().toISOString() } });
  await markUpgrades(asking.tx, next);
  return noContent;
};

const module = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}';
const named = `${module}/versions`;
export const routes = [
  route(`POST ${named}`, add),
  route(`GET ${named}`, async (asking) => {
    const module = await moduleHere(asking);
    return all(module.body.versions.map((version) => render(asking, module.id, version)));
  }),
  route(`GET ${module}/version`, async (asking) => {
    const found = await moduleHere(asking);
    return ok(render(asking, found.id, versionHere(asking, found.body.versions)));
  }),
  route(`DELETE ${module}/{version}`, remove),
];
