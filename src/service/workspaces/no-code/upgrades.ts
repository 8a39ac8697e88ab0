import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument } from '../../json-api/responses.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { buildRunPath } from '../pages/paths.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { resolveModuleVersion } from '../registry/versions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { saveRun } from '../runs/save-run.ts';
import { startRun } from '../runs/start-run.ts';
import { type RunGoal, confirmableStatuses, type StoredRun } from '../runs/stored.ts';
import { enterRunStatus } from '../runs/timeline.ts';
import type { StoredVariable } from '../stored.ts';
import { listVariables } from '../variables/variables.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { requireNoCodeModule } from './require-no-code-module.ts';
import type { StoredNoCodeModule } from './stored.ts';
import { resolveUpgradeTarget } from './upgrade-available.ts';
import { parseModuleVariables } from './parse-module-variables.ts';

const renderUpgrade = (
  asking: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  { id, body }: StoredRecord<StoredRun>,
): ResourceObject => ({
  id,
  type: 'workspace-upgrade',
  attributes: { status: body.status, 'plan-url': `${asking.origin}${buildRunPath(workspace.scope, workspace.body.name, id)}` },
  relationships: { workspace: { data: { id: workspace.id, type: 'workspaces' } } },
});

/** The workspace of the path, made of the no-code module of the path. */
const requireNoCodeWorkspace = async (
  asking: RequestContext,
  parameter: string,
  right: WorkspaceRight,
): Promise<{ offer: StoredRecord<StoredNoCodeModule>; workspace: StoredRecord<StoredWorkspace> }> => {
  const offer = await requireNoCodeModule(asking, false, 'no_code_module_id');
  const workspace = await asking.tx.get<StoredWorkspace>('workspaces', asking.params[parameter]!);
  if (workspace?.body.noCode?.module !== offer.id)
    throw notFound(`the workspace ${asking.params[parameter]} of the no-code module ${offer.id}`);
  await requireWorkspaceRight(asking, right, workspace);
  return { offer, workspace };
};

const changesVariable = (there: readonly StoredVariable[], attributes: { readonly [name: string]: unknown }): boolean => {
  const old = there.find(({ key, category }) => key === attributes['key'] && category === attributes['category']);
  return (
    old === undefined ||
    (['value', 'hcl', 'sensitive', 'description'] as const).some(
      (name) => attributes[name] !== undefined && (attributes[name] ?? '') !== (old[name] ?? ''),
    )
  );
};

/** Starting the upgrade that is under way is no other upgrade: whoever lost its answer gets it again. */
const findActiveUpgrade = async (
  asking: RequestContext,
  workspace: StoredRecord<StoredWorkspace>,
  aim: RunGoal,
): Promise<StoredRecord<StoredRun> | undefined> => {
  const {
    records: [running],
  } = await asking.tx.list<StoredRun>({
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

const startUpgrade = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { offer, workspace } = await requireNoCodeWorkspace(asking, 'id', 'queue-run');
  const { relationships } = parseDocument(asking, 'workspaces', 'no-code-module-workspace');
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const { body: module } = (await asking.tx.get<StoredRegistryModule>('registry-modules', offer.body.module))!;
  const version = resolveModuleVersion(module, offer.body.versionPin)!;
  const target = resolveUpgradeTarget(module, offer.body.versionPin);
  const there = (await listVariables(asking.tx, workspace.id)).map(({ body }) => body);
  const variables = parseModuleVariables(relationships, { version, options: offer.body.options, existing: there }).map(
    ({ attributes }) => attributes,
  );
  const aim: RunGoal = { module: target, variables, resources: version.resources };
  const running = await findActiveUpgrade(asking, workspace, aim);
  if (running) return okDocument(renderUpgrade(asking, workspace, running));
  if (workspace.body.lock) throw conflict('the workspace is locked; an upgrade cannot start');
  const moves = target.sourceModuleId !== workspace.body.noCode!.sourceModuleId || variables.some((one) => changesVariable(there, one));
  const run = await startRun(asking, workspace, {
    kind: 'upgrade',
    message: `Upgrade to version ${version.version}`,
    isDestroy: false,
    autoApply: false,
    aim,
    outcome: moves ? 'success' : 'no-changes',
  });
  return okDocument(renderUpgrade(asking, workspace, run));
};

const requireUpgrade = async (
  asking: RequestContext,
  right: WorkspaceRight,
): Promise<{ workspace: StoredRecord<StoredWorkspace>; run: StoredRecord<StoredRun> }> => {
  const { workspace } = await requireNoCodeWorkspace(asking, 'workspace_id', right);
  const run = await asking.tx.get<StoredRun>('runs', asking.params['id']!);
  if (run?.body.workspace !== workspace.id || run.body.kind !== 'upgrade')
    throw notFound(`the upgrade ${asking.params['id']} of the workspace ${workspace.id}`);
  return { workspace, run };
};

const confirmUpgrade = async (asking: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { run } = await requireUpgrade(asking, 'queue-apply');
  if (!confirmableStatuses.has(run.body.status)) throw conflict(`the upgrade ${run.id} cannot be confirmed: it is ${run.body.status}`);
  await saveRun(asking, run, enterRunStatus(run.body, 'confirmed', asking.clock.now(), asking.settings));
  return { status: 200, body: 'Workspace update completed' };
};

const upgradePath = '/no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}';
export const routes = [
  route('POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade', startUpgrade),
  route(`GET ${upgradePath}`, async (asking) => {
    const { workspace, run } = await requireUpgrade(asking, 'read-run');
    return okDocument(renderUpgrade(asking, workspace, run));
  }),
  route(`POST ${upgradePath}`, confirmUpgrade, { plainJson: true }),
];
