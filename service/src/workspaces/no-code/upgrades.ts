import { stringValue } from '../../http/body-schemas.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument } from '../../json-api/responses.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { buildRunPath } from '../pages/paths.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { toAuthor } from '../runs/run-context.ts';
import { requireAimRights } from '../runs/require-run.ts';
import { saveRun } from '../runs/save-run.ts';
import { requireRunsHere } from '../runs/create-run.ts';
import { startRun } from '../runs/start-run.ts';
import type { RunGoal, StoredRun } from '../runs/stored.ts';
import { enterRunStatus, isConfirmable } from '../runs/timeline.ts';
import type { StoredVariable } from '../variables/stored.ts';
import { listVariables } from '../variables/variables.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { requireNoCodeModule } from './require-no-code-module.ts';
import type { StoredNoCodeModule } from './stored.ts';
import { readUpgradeDescription, startUpgradeDescription } from './descriptions.ts';
import { createModuleConfiguration } from './module-configuration.ts';
import { buildUpgradeTarget, requireOfferedVersion } from './upgrade-available.ts';
import { parseModuleVariables } from './parse-module-variables.ts';

const renderUpgrade = (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  { id, body }: StoredRecord<StoredRun>,
): ResourceObject => ({
  id,
  type: 'workspace-upgrade',
  attributes: { status: body.status, 'plan-url': `${ctx.origin}${buildRunPath(workspace.scope, workspace.body.name, id)}` },
  relationships: { workspace: { data: { id: workspace.id, type: 'workspaces' } } },
});

/** The workspace of the path, made of the no-code module of the path. */
const requireNoCodeWorkspace = async (
  ctx: RequestContext,
  parameter: string,
  right: WorkspaceRight,
): Promise<{ offer: StoredRecord<StoredNoCodeModule>; workspace: StoredRecord<StoredWorkspace> }> => {
  const what = `the workspace ${ctx.params[parameter]} of the no-code module ${ctx.params['no_code_module_id']}`;
  const [noCodeModule, workspace] = await Promise.all([
    requireNoCodeModule(ctx, false, 'no_code_module_id', what),
    ctx.tx.get<StoredWorkspace>('workspaces', ctx.params[parameter]!),
  ]);
  if (workspace?.body.noCode?.module !== noCodeModule.id) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return { offer: noCodeModule, workspace };
};

const changesVariable = (existing: readonly StoredVariable[], attributes: { readonly [name: string]: unknown }): boolean => {
  const old = existing.find(({ key, category }) => key === attributes['key'] && category === attributes['category']);
  return (
    old === undefined ||
    (['value', 'hcl', 'sensitive', 'description'] as const).some(
      (name) => attributes[name] !== undefined && (attributes[name] ?? '') !== (old[name] ?? ''),
    )
  );
};

/** The active upgrade: a repeated request, whose first response may have been lost, returns it instead of starting another. */
const findActiveUpgrade = async (
  ctx: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  aim: RunGoal,
): Promise<StoredRecord<StoredRun> | undefined> => {
  const {
    records: [running],
  } = await ctx.tx.list<StoredRun>({
    kind: 'runs',
    scope: workspace.id,
    body: [
      { path: 'active', is: true },
      { path: 'kind', is: 'upgrade' },
    ],
  });
  if (running && JSON.stringify(running.body.aim) !== JSON.stringify(aim))
    throw conflict(`the upgrade ${running.id} is under way: it is ${running.body.status}; confirm or discard it first`);
  return running;
};

const startUpgrade = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { offer: noCodeModule, workspace } = await requireNoCodeWorkspace(ctx, 'id', 'queue-run');
  const { relationships } = parseDocument(ctx, 'workspaces', 'no-code-module-workspace');
  if (!noCodeModule.body.enabled) throw unprocessable(`the no-code module ${noCodeModule.id} is not enabled`);
  const { id: moduleId, body: module } = (await ctx.tx.get<StoredRegistryModule>('registry-modules', noCodeModule.body.module))!;
  const version = requireOfferedVersion(module, noCodeModule.body.versionPin);
  const target = buildUpgradeTarget(module, version);
  const existing = (await listVariables(ctx.tx, workspace.id)).map(({ body }) => body);
  const variables = parseModuleVariables(ctx, relationships, { version, options: noCodeModule.body.options, existing }).map(
    ({ attributes }) => attributes,
  );
  const aim: RunGoal = { module: target, variables, resources: version.resources };
  const running = await findActiveUpgrade(ctx, workspace, aim);
  if (running) return okDocument(renderUpgrade(ctx, workspace, running));
  await requireRunsHere(ctx, workspace);
  if (workspace.body.lock) throw conflict('the workspace is locked; an upgrade cannot start');
  const moves = target.sourceModuleId !== workspace.body.noCode!.sourceModuleId || variables.some((one) => changesVariable(existing, one));
  const configuration = await createModuleConfiguration(ctx, workspace.id, moduleId, version);
  const run = await startRun(ctx, workspace, {
    kind: 'upgrade',
    message: `Upgrade to version ${version.version}`,
    isDestroy: false,
    autoApply: false,
    createdBy: toAuthor(ctx),
    aim,
    outcome: moves ? 'success' : 'no-changes',
    // The workspace gets the version with the apply, even without other changes.
    ...(configuration && moves ? { options: { allowEmptyApply: true } } : {}),
    ...(configuration ? { configuration } : {}),
  });
  return okDocument(renderUpgrade(ctx, workspace, run));
};

const requireUpgrade = async (
  ctx: RequestContext,
  right: WorkspaceRight,
): Promise<{ workspace: StoredRecord<StoredWorkspace>; run: StoredRecord<StoredRun> }> => {
  const { workspace } = await requireNoCodeWorkspace(ctx, 'workspace_id', right);
  const run = await ctx.tx.get<StoredRun>('runs', ctx.params['id']!);
  if (run?.body.workspace !== workspace.id || run.body.kind !== 'upgrade')
    throw notFound(`the upgrade ${ctx.params['id']} of the workspace ${workspace.id}`);
  return { workspace, run };
};

const confirmUpgrade = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { run, workspace } = await requireUpgrade(ctx, 'queue-apply');
  await requireAimRights(ctx, run, workspace);
  if (!isConfirmable(run.body)) throw conflict(`the upgrade ${run.id} cannot be confirmed: it is ${run.body.status}`);
  await saveRun(ctx, run, enterRunStatus({ ...run.body, confirmedBy: toAuthor(ctx) }, 'confirmed', ctx.clock.now(), ctx.settings));
  return { status: 200, body: 'Workspace update completed' };
};

const upgradePath = '/no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}';
export const routes = [
  route('POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade', startUpgrade, { description: startUpgradeDescription }),
  route(
    `GET ${upgradePath}`,
    async (ctx) => {
      const { workspace, run } = await requireUpgrade(ctx, 'read-run');
      return okDocument(renderUpgrade(ctx, workspace, run));
    },
    { description: readUpgradeDescription },
  ),
  route(`POST ${upgradePath}`, confirmUpgrade, {
    plainJson: true,
    description: { summary: 'Confirms an upgrade of a no-code workspace.', request: {}, responses: { 200: stringValue } },
  }),
];
