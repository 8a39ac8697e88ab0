import { noCodeWorkspace as declared } from '../../../resources/workspaces/no-code-workspace.ts';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import { startRun } from '../runs/start-run.ts';
import { createVariable } from '../variables/variables.ts';
import { requireDefaultProject, requireCreateRight, insertWorkspace, parseProject } from '../workspaces/create-workspace.ts';
import { renderWorkspace } from '../workspaces/render-workspaces.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { requireNoCodeModule } from './require-no-code-module.ts';
import { resolveUpgradeTarget } from './upgrade-available.ts';
import { parseModuleVariables } from './parse-module-variables.ts';

/** What a request may say (spec 1), and what holds where it does not. */
const attributeTypes = {
  name: 'text!',
  description: 'text?',
  'auto-apply': 'flag',
  'execution-mode': 'text?',
  'agent-pool-id': 'text?',
  'engine-version': 'text?',
  'source-name': 'text?',
  'source-url': 'text?',
} as const;
const defaultAttributes = { description: '', 'execution-mode': 'remote' };

/** Two attributes are spelled in two ways (spec 1; wire profiles). What is no attribute of this request is left aside. */
const parseAttributes = (written: JsonObject): JsonObject => {
  throwIfInvalid(validateTypes(written, { ...attributeTypes, auto_apply: 'flag', 'terraform-version': 'text?' }, true));
  const { auto_apply: autoApply, 'terraform-version': engine, ...rest } = written;
  const said: JsonObject = {
    ...(autoApply === undefined ? {} : { 'auto-apply': autoApply }),
    ...(engine === undefined ? {} : { 'engine-version': engine }),
    ...rest,
  };
  const kept = Object.keys(attributeTypes)
    .filter((name) => said[name] !== undefined && said[name] !== null)
    .map((name) => [name, said[name]]);
  return { ...defaultAttributes, ...Object.fromEntries(kept) };
};

const requireNameAndMode = ({ name, 'execution-mode': mode }: JsonObject): void => {
  const { kind } = declared.attributes.name;
  throwIfInvalid([
    ...(kind.accepts(name) ? [] : [{ detail: `expected ${kind.description}, got "${String(name)}"`, pointer: '/data/attributes/name' }]),
    ...(mode === 'remote' || mode === 'agent'
      ? []
      : [{ detail: `expected remote or agent, got "${String(mode)}"`, pointer: '/data/attributes/execution-mode' }]),
  ]);
};

const createNoCodeWorkspace = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const offer = await requireNoCodeModule(asking, false);
  const document = parseDocument(asking, 'workspaces', 'no-code-module-workspace');
  const organization = (await asking.tx.getByKey<Organization>('organizations', '', offer.scope))!;
  const project =
    (await parseProject(asking, offer.scope, document.relationships)) ?? (await requireDefaultProject(asking, organization.body));
  await requireCreateRight(asking, offer.scope, project);
  const attributes = parseAttributes(document.attributes);
  requireNameAndMode(attributes);
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const { body: module } = (await asking.tx.get<StoredRegistryModule>('registry-modules', offer.body.module))!;
  const version = resolveModuleVersion(module, offer.body.versionPin)!;
  const variables = parseModuleVariables(document.relationships, { version, options: offer.body.options, existing: [] });
  const workspace = await insertWorkspace(asking, {
    organization,
    project,
    attributes,
    noCode: { module: offer.id, ...resolveUpgradeTarget(module, offer.body.versionPin), upgradeAvailable: false },
  });
  for (const { attributes: one, pointer } of variables)
    await createVariable(asking.tx, asking, { kind: 'workspace', id: workspace.id }, one, `${pointer}/attributes`);
  await startRun(asking, workspace, {
    kind: 'plain',
    message: 'Provisioned from a no-code module',
    isDestroy: false,
    autoApply: true,
    aim: { resources: version.resources },
  });
  const doc = await renderWorkspace(asking, (await asking.tx.get<StoredWorkspace>('workspaces', workspace.id))!);
  return asking.dialect === 'hosted' ? createdDocument(doc) : okDocument(doc);
};

export const routes = [route('POST /no-code-modules/{id}/workspaces', createNoCodeWorkspace)];
