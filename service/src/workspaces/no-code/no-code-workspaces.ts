import { createNoCodeWorkspaceDescription } from './descriptions.ts';
import { noCodeWorkspace as declared } from '@slipway/declarations/resources/workspaces';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { getProjectRights } from '../../access/permissions.ts';
import { canDeployNoCode } from '../../access/workspace-rights.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { Transaction } from '../../store/store.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { requireRunsHere } from '../runs/create-run.ts';
import { toAuthor } from '../runs/run-context.ts';
import { startRun } from '../runs/start-run.ts';
import { createVariable } from '../variables/variables.ts';
import { requireDefaultProject, insertWorkspace, parseProject } from '../workspaces/create-workspace.ts';
import { renderWorkspace } from '../workspaces/render-workspaces.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { createModuleConfiguration } from './module-configuration.ts';
import { requireNoCodeModule } from './require-no-code-module.ts';
import { buildUpgradeTarget, requireOfferedVersion } from './upgrade-available.ts';
import { parseModuleVariables } from './parse-module-variables.ts';

/** The attributes of a request (spec 1), and their defaults. */
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
  const attributes: JsonObject = {
    ...(autoApply === undefined ? {} : { 'auto-apply': autoApply }),
    ...(engine === undefined ? {} : { 'engine-version': engine }),
    ...rest,
  };
  const entries = Object.keys(attributeTypes)
    .filter((name) => attributes[name] !== undefined && attributes[name] !== null)
    .map((name) => [name, attributes[name]]);
  return { ...defaultAttributes, ...Object.fromEntries(entries) };
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

const createNoCodeWorkspace = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const noCodeModule = await requireNoCodeModule(ctx, false);
  const document = parseDocument(ctx, 'workspaces', 'no-code-module-workspace');
  const organization = (await ctx.tx.getByKey<Organization>('organizations', '', noCodeModule.scope))!;
  const project =
    (await parseProject(ctx, noCodeModule.scope, document.relationships)) ?? (await requireDefaultProject(ctx, organization.body));
  if (!canDeployNoCode(await getProjectRights(ctx, project))) throw notFound(`the no-code module ${noCodeModule.id}`);
  const attributes = parseAttributes(document.attributes);
  requireNameAndMode(attributes);
  if (!noCodeModule.body.enabled) throw unprocessable(`the no-code module ${noCodeModule.id} is not enabled`);
  const { id: moduleId, body: module } = (await ctx.tx.get<StoredRegistryModule>('registry-modules', noCodeModule.body.module))!;
  const version = requireOfferedVersion(module, noCodeModule.body.versionPin);
  const variables = parseModuleVariables(ctx, document.relationships, { version, options: noCodeModule.body.options, existing: [] });
  const workspace = await insertWorkspace(ctx, {
    organization,
    project,
    attributes,
    noCode: { module: noCodeModule.id, ...buildUpgradeTarget(module, version), upgradeAvailable: false },
  });
  for (const { attributes: one, pointer } of variables)
    await createVariable(ctx.tx, ctx, { kind: 'workspace', id: workspace.id }, one, `${pointer}/attributes`);
  const configuration = await createModuleConfiguration(ctx, workspace.id, moduleId, version);
  if (configuration) await requireRunsHere(ctx, workspace, '/data/attributes/execution-mode');
  await startRun(ctx, workspace, {
    kind: 'plain',
    message: 'Provisioned from a no-code module',
    isDestroy: false,
    autoApply: true,
    createdBy: toAuthor(ctx),
    aim: { resources: version.resources },
    ...(configuration ? { configuration } : {}),
  });
  const doc = await renderWorkspace(ctx, (await ctx.tx.get<StoredWorkspace>('workspaces', workspace.id))!);
  return ctx.dialect === 'hosted' ? createdDocument(doc) : okDocument(doc);
};

export const routes = [
  route('POST /no-code-modules/{id}/workspaces', createNoCodeWorkspace, { description: createNoCodeWorkspaceDescription }),
];
