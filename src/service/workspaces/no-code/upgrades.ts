import type { Doc } from '../../json-api/document.ts';
import { ok } from '../../json-api/reply.ts';
import { sent } from '../../json-api/read.ts';
import { conflict, notFound, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { runPath } from '../pages/paths.ts';
import { need } from '../permissions.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import type { WorkspaceRight } from '../rights.ts';
import { storeRun } from '../runs/effects.ts';
import { startRun } from '../runs/start-run.ts';
import { type Aim, confirmable, type Run } from '../runs/stored.ts';
import { inStatus } from '../runs/timeline.ts';
import type { Variable } from '../stored.ts';
import { variablesOf } from '../variables.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { offerHere } from './access.ts';
import type { NoCodeModule } from './stored.ts';
import { targetOf } from './upgrade-available.ts';
import { variablesSent } from './variables-sent.ts';

const render = (asking: Asking, workspace: Rec<Workspace>, { id, body }: Rec<Run>): Doc => ({
  id, type: 'workspace-upgrade',
  attributes: { status: body.status, 'plan-url': `${asking.origin}${runPath(workspace.scope, workspace.body.name, id)}` },
  relationships: { workspace: { data: { id: workspace.id, type: 'workspaces' } } },
});

/** The workspace of the path, made of the no-code module of the path. */
const workspaceHere = async (asking: Asking, parameter: string, right: WorkspaceRight): Promise<{ offer: Rec<NoCodeModule>; workspace: Rec<Workspace> }> => {
  const offer = await offerHere(asking, false, 'no_code_module_id');
  const workspace = await asking.tx.get<Workspace>('workspaces', asking.params[parameter]!);
  if (workspace?.body.noCode?.module !== offer.id) throw notFound(`the workspace ${asking.params[parameter]} of the no-code module ${offer.id}`);
  await need(asking, right, workspace);
  return { offer, workspace };
};

const changes = (there: readonly Variable[], attributes: { readonly [name: string]: unknown }): boolean => {
  const old = there.find(({ key, category }) => key === attributes['key'] && category === attributes['category']);
  return old === undefined || (['value', 'hcl', 'sensitive', 'description'] as const).some((name) => attributes[name] !== undefined && (attributes[name] ?? '') !== (old[name] ?? ''));
};

/** Starting the upgrade that is under way is no other upgrade: whoever lost its answer gets it again. */
const underWay = async (asking: Asking, workspace: Rec<Workspace>, aim: Aim): Promise<Rec<Run> | undefined> => {
  const { records: [running] } = await asking.tx.list<Run>({ kind: 'runs', scope: workspace.id, body: [{ path: 'active', is: true }, { path: 'kind', is: 'upgrade' }] });
  if (running && JSON.stringify(running.body.aim) !== JSON.stringify(aim)) throw conflict(`the upgrade ${running.id} is under way: it is ${running.body.status}; confirm or discard it first`);
  return running;
};

const start = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { offer, workspace } = await workspaceHere(asking, 'id', 'queue-run');
  const { relationships } = sent(asking, 'workspaces', 'no-code-module-workspace');
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const { body: module } = (await asking.tx.get<RegistryModule>('registry-modules', offer.body.module))!;
  const version = versionOf(module, offer.body.versionPin)!;
  const target = targetOf(module, offer.body.versionPin);
  const there = (await variablesOf(asking.tx, workspace.id)).map(({ body }) => body);
  const variables = variablesSent(relationships, { version, options: offer.body.options, there }).map(({ attributes }) => attributes);
  const aim: Aim = { module: target, variables, resources: version.resources };
  const running = await underWay(asking, workspace, aim);
  if (running) return ok(render(asking, workspace, running));
  if (workspace.body.lock) throw conflict('the workspace is locked; an upgrade cannot start');
  const moves = target.sourceModuleId !== workspace.body.noCode!.sourceModuleId || variables.some((one) => changes(there, one));
  const run = await startRun(asking, workspace, {
    kind: 'upgrade', message: `Upgrade to version ${version.version}`, isDestroy: false, autoApply: false, aim, outcome: moves ? 'success' : 'no-changes',
  });
  return ok(render(asking, workspace, run));
};

const upgradeHere = async (asking: Asking, right: WorkspaceRight): Promise<{ workspace: Rec<Workspace>; run: Rec<Run> }> => {
  const { workspace } = await workspaceHere(asking, 'workspace_id', right);
  const run = await asking.tx.get<Run>('runs', asking.params['id']!);
  if (run?.body.workspace !== workspace.id || run.body.kind !== 'upgrade') throw notFound(`the upgrade ${asking.params['id']} of the workspace ${workspace.id}`);
  return { workspace, run };
};

const confirm = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { run } = await upgradeHere(asking, 'queue-apply');
  if (!confirmable.has(run.body.status)) throw conflict(`the upgrade ${run.id} cannot be confirmed: it is ${run.body.status}`);
  await storeRun(asking, run, inStatus(run.body, 'confirmed', asking.clock.now(), asking.settings));
  return { status: 200, body: 'Workspace update completed' };
};

const one = '/no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}';
export const routes = [
  route('POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade', start),
  route(`GET ${one}`, async (asking) => {
    const { workspace, run } = await upgradeHere(asking, 'read-run');
    return ok(render(asking, workspace, run));
  }),
  route(`POST ${one}`, confirm, { plain: true }),
];
