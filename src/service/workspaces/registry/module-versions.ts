import type { Doc } from '../../json-api/document.ts';
import { all, created } from '../../json-api/reply.ts';
import { isObject, type Json, sent } from '../../json-api/read.ts';
import { type Fault, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { markUpgrades } from '../no-code/upgrade-available.ts';
import { moduleHere } from './registry-modules.ts';
import type { ModuleVariable, ModuleVersion, RegistryModule } from './stored.ts';
import { isVersion, newerFirst } from './versions.ts';

const render = (module: string, version: ModuleVersion): Doc => ({
  id: `modver-${module.slice('mod-'.length)}-${version.version}`, type: 'registry-module-versions',
  attributes: { version: version.version, status: version.status, variables: version.variables, resources: version.resources, 'created-at': version.createdAt },
  relationships: { 'registry-module': { data: { id: module, type: 'registry-modules' } } },
});

const variableFaults = (variables: unknown, pointer: string): Fault[] => {
  if (!Array.isArray(variables)) return [{ detail: 'expected a list of {"name", "type", "required"}', pointer }];
  return variables.flatMap((one: unknown, index) =>
    (isObject(one) && typeof one['name'] === 'string' && one['name'] !== '' ? [] : [{ detail: 'expected {"name", "type", "required"}', pointer: `${pointer}/${index}` }]));
};

/**
 * A version as a service would read it out of the module's files: these are not uploaded here, so `variables` and `resources`
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
  const version = versionSent(attributes, now, '/data/attributes');
  if (module.body.versions.some((one) => one.version === version.version)) throw unprocessable(`the version ${version.version} has already been taken`, '/data/attributes/version');
  const next = await asking.tx.update<RegistryModule>(module, { body: { ...module.body, versions: [...module.body.versions, version].sort(newerFirst), updatedAt: now } });
  await markUpgrades(asking.tx, next);
  return created(render(module.id, version));
};

const named = '/organizations/{organization_name}/registry-modules/{registry_name}/{namespace}/{name}/{provider}/versions';
export const routes = [
  route(`POST ${named}`, add),
  route(`GET ${named}`, async (asking) => {
    const module = await moduleHere(asking);
    return all(module.body.versions.map((version) => render(module.id, version)));
  }),
];
