import type { Doc } from '../../json-api/document.ts';
import { mistyped } from '../../json-api/mistyped.ts';
import { listed } from '../../json-api/page.ts';
import { oneSent, sent } from '../../json-api/read.ts';
import { created, ok } from '../../json-api/reply.ts';
import { conflict, notFound, refuse, unprocessable } from '../../problem.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { need } from '../permissions.ts';
import type { WorkspaceRight } from '../rights.ts';
import { workspaceHere } from '../workspaces/here.ts';
import type { Workspace } from '../workspaces/stored.ts';
import { storeRun } from './effects.ts';
import { startRun } from './start-run.ts';
import { confirmable, type Run, type RunStatus } from './stored.ts';
import { inStatus } from './timeline.ts';

const render = ({ id, body }: Rec<Run>): Doc => ({
  id, type: 'runs',
  attributes: {
    status: body.status, message: body.message, 'is-destroy': body.isDestroy, 'auto-apply': body.autoApply, 'created-at': body.createdAt,
    'has-changes': body.reached['planned'] !== undefined, source: 'tfe-api',
    'status-timestamps': Object.fromEntries(Object.entries(body.reached).map(([status, at]) => [`${status.replaceAll('_', '-')}-at`, at])),
    actions: { 'is-confirmable': confirmable.has(body.status), 'is-discardable': confirmable.has(body.status), 'is-cancelable': body.active && !confirmable.has(body.status) },
  },
  relationships: { workspace: { data: { id: body.workspace, type: 'workspaces' } } },
  links: { self: `/api/v2/runs/${id}` },
});

export { render as renderRun };

export const runHere = async (asking: Asking, right: WorkspaceRight): Promise<Rec<Run>> => {
  const run = await asking.tx.get<Run>('runs', asking.params['run_id']!);
  const workspace = run && await asking.tx.get<Workspace>('workspaces', run.body.workspace);
  if (!run || !workspace) throw notFound(`the run ${asking.params['run_id']}`);
  await need(asking, right, workspace);
  return run;
};

const start = async (asking: Asking<Transaction>): Promise<Reply> => {
  const { attributes, relationships } = sent(asking, 'runs');
  refuse(mistyped(attributes, { message: 'text?', 'is-destroy': 'flag', 'auto-apply': 'flag' }, false));
  const named = oneSent(relationships, 'workspace', 'workspaces');
  const pointer = '/data/relationships/workspace/data';
  if (!named) throw unprocessable('a run needs a workspace', pointer);
  const workspace = await asking.tx.get<Workspace>('workspaces', named.id);
  if (!workspace) throw notFound(`the workspace ${named.id}`);
  const isDestroy = attributes['is-destroy'] === true;
  await need(asking, isDestroy ? 'queue-destroy' : 'queue-run', workspace);
  const { body: { attributes: chosen } } = workspace;
  if (isDestroy && chosen['allow-destroy-plan'] === false) throw unprocessable('allow-destroy-plan of this workspace is false', '/data/attributes/is-destroy');
  if (workspace.body.lock) throw conflict('the workspace is locked; a run cannot start');
  return created(render(await startRun(asking, workspace, {
    kind: 'plain', message: (attributes['message'] as string | null | undefined) ?? '', isDestroy, aim: {},
    autoApply: (attributes['auto-apply'] as boolean | undefined) ?? chosen['auto-apply'] === true,
  })));
};

const act = (status: RunStatus, when: (run: Run) => boolean, words: string) => async (asking: Asking<Transaction>): Promise<Reply> => {
  const run = await runHere(asking, 'queue-apply');
  if (!when(run.body)) throw conflict(`a run that is ${run.body.status} cannot be ${words}`);
  await storeRun(asking, run, inStatus(run.body, status, asking.clock.now(), asking.settings));
  return { status: 202 };
};

/** As far as a user of the other endpoints needs them: what they do follows a script, no engine runs (docs/service.md). */
export const routes = [
  route('POST /runs', start),
  route('GET /runs/{run_id}', async (asking) => ok(render(await runHere(asking, 'read-run')))),
  route('GET /workspaces/{workspace_id}/runs', async (asking) => {
    const { id } = await workspaceHere(asking, 'read-run');
    return listed<Run>(asking, { kind: 'runs', scope: id }, async (records) => records.map(render), { order: { by: 'seq', descending: true } });
  }),
  route('POST /runs/{run_id}/actions/apply', act('confirmed', ({ status }) => confirmable.has(status), 'applied'), { plain: true }),
  route('POST /runs/{run_id}/actions/discard', act('discarded', ({ status }) => confirmable.has(status), 'discarded'), { plain: true }),
  route('POST /runs/{run_id}/actions/cancel', act('canceled', ({ status, active }) => active && !confirmable.has(status), 'canceled'), { plain: true }),
];
