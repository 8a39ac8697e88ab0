import type { Doc } from '../../json-api/document.ts';
import { ok } from '../../json-api/reply.ts';
import { sent } from '../../json-api/read.ts';
import { conflict, notFound, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { need } from '../permissions.ts';
import type { RegistryModule } from '../registry/stored.ts';
import { versionOf } from '../registry/versions.ts';
import type { WorkspaceRight } from '../rights.ts';
import { storeRun } from '../runs/effects.ts';
import { startRun } from '../runs/start-run.ts';
import { confirmable, over, type Run } from '../runs/stored.ts';
import { inStatus } from '../runs/timeline.ts';
import { variablesOf } from '../variables.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { offerHere } from './access.ts';
import { variablesSent } from './variables-sent.ts';

const render = (asking: Asking, workspace: Rec<Workspace>, { id, body }: Rec<Run>): Doc => ({
  id, type: 'workspace-upgrade',
  attributes: { status: body.status, 'plan-url': `${asking.origin}/app/${workspace.scope}/workspaces/${workspace.body.name}/runs/${id}` },
  relationships: { workspace: { data: { id: workspace.id, type: 'workspaces' } } },
});

/** The workspace of the path, made of the no-code module of the path. */
const workspaceOf = async (asking: Asking, parameter: string, right: WorkspaceRight): Promise<Rec<Workspace>> => {
  const offer = await offerHere(asking, false, 'no_code_module_id');
  const workspace = await asking.tx.get<Workspace>('workspaces', asking.params[parameter]!);
  if (workspace?.body.noCode?.module !== offer.id) throw notFound(`the workspace ${asking.params[parameter]} of the no-code module ${offer.id}`);
  await need(asking, right, workspace);
  return workspace;
};

const start = async (asking: Asking<Transaction>): Promise<Reply> => {
  const workspace = await workspaceOf(asking, 'id', 'queue-run');
  const offer = await offerHere(asking, false, 'no_code_module_id');
  const { relationships } = sent(asking, 'workspaces', 'no-code-module-workspace');
  if (!offer.body.enabled) throw unprocessable(`the no-code module ${offer.id} is not enabled`);
  const current = workspace.body.currentRun;
  if (current && !over.has(current.status as Run['status'])) {
    const running = await asking.tx.get<Run>('runs', current.id);
    if (running?.body.kind === 'upgrade') throw conflict(`the upgrade ${current.id} is under way: it is ${current.status}`);
  }
  const module = (await asking.tx.get<RegistryModule>('registry-modules', offer.body.module))!;
  const version = versionOf(module.body, offer.body.versionPin)!;
  const there = await variablesOf(asking.tx, workspace.id);
  const variables = variablesSent(relationships, version, offer.body.options, new Set(there.map(({ body }) => body.key)));
  const changes = variables.some((one) => !there.some(({ body }) => body.key === one['key'] && body.category === one['category'] && body.value === (one['value'] ?? '')));
  const run = await startRun(asking, workspace, {
    kind: 'upgrade', message: `Upgrade to version ${version.version}`, isDestroy: false, autoApply: false,
    aim: { moduleVersion: version.version, variables, resources: version.resources },
    outcome: changes || workspace.body.noCode!.moduleVersion !== version.version ? 'success' : 'no-changes',
  });
  return ok(render(asking, workspace, run));
};

const upgradeOf = async (asking: Asking, right: WorkspaceRight): Promise<{ workspace: Rec<Workspace>; run: Rec<Run> }> => {
  const workspace = await workspaceOf(asking, 'workspace_id', right);
  const run = await asking.tx.get<Run>('runs', asking.params['id']!);
  if (run?.body.workspace !== workspace.id || run.body.kind !== 'upgrade') throw notFound(`the upgrade ${asking.params['id']} of the workspace ${workspace.id}`);
  return { workspace, run };
};

const confirm = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { run } = await upgradeOf(asking, 'queue-apply');
  if (!confirmable.has(run.body.status)) throw conflict(`the upgrade ${run.id} cannot be confirmed: it is ${run.body.status}`);
  await storeRun(asking.tx, asking.clock, run, inStatus(run.body, 'confirmed', asking.clock.now(), asking.settings, over));
  return { status: 200, body: 'Workspace update completed' };
};

const one = '/no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}';
export const routes = [
  route('POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade', start),
  route(`GET ${one}`, async (asking) => {
    const { workspace, run } = await upgradeOf(asking, 'read-run');
    return ok(render(asking, workspace, run));
  }),
  route(`POST ${one}`, confirm, { plain: true }),
];
