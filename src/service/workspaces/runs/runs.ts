import type { ResourceObject } from '../../json-api/resource-object.ts';
import { listResources } from '../../json-api/page.ts';
import { okDocument } from '../../json-api/responses.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { saveRun } from './save-run.ts';
import { confirmableStatuses, type StoredRun, type RunStatus } from './stored.ts';
import { enterRunStatus } from './timeline.ts';

/** A plan without changes ends the run. So does that of a run that only plans, whatever it found. */
const hasPlannedChanges = ({ reached, planOnly, outcome, isDestroy }: StoredRun): boolean =>
  reached['planned'] !== undefined ||
  (planOnly === true && reached['planned_and_finished'] !== undefined && (outcome !== 'no-changes' || isDestroy));

export const renderRun = ({ id, body }: StoredRecord<StoredRun>): ResourceObject => ({
  id,
  type: 'runs',
  attributes: {
    status: body.status,
    message: body.message,
    'is-destroy': body.isDestroy,
    'auto-apply': body.autoApply,
    'plan-only': body.planOnly === true,
    refresh: body.refresh !== false,
    'created-at': body.createdAt,
    'has-changes': hasPlannedChanges(body),
    source: 'tfe-api',
    'status-timestamps': Object.fromEntries(Object.entries(body.reached).map(([status, at]) => [`${status.replaceAll('_', '-')}-at`, at])),
    actions: {
      'is-confirmable': confirmableStatuses.has(body.status),
      'is-discardable': confirmableStatuses.has(body.status),
      'is-cancelable': body.active && !confirmableStatuses.has(body.status),
    },
  },
  relationships: { workspace: { data: { id: body.workspace, type: 'workspaces' } } },
  links: { self: `/api/v2/runs/${id}` },
});

export const requireRun = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredRun>> => {
  const run = await ctx.tx.get<StoredRun>('runs', ctx.params['run_id']!);
  const workspace = run && (await ctx.tx.get<StoredWorkspace>('workspaces', run.body.workspace));
  const what = `the run ${ctx.params['run_id']}`;
  if (!run || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return run;
};

const createRunAction =
  (status: RunStatus, when: (run: StoredRun) => boolean, verb: string) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const run = await requireRun(ctx, 'queue-apply');
    if (!when(run.body)) throw conflict(`a run that is ${run.body.status} cannot be ${verb}`);
    await saveRun(ctx, run, enterRunStatus(run.body, status, ctx.clock.now(), ctx.settings));
    return { status: 202 };
  };

/** As far as a user of the other endpoints needs them: what they do follows a script, no engine runs (docs/service.md). */
export const routes = [
  route('GET /runs/{run_id}', async (ctx) => okDocument(renderRun(await requireRun(ctx, 'read-run')))),
  route('GET /workspaces/{workspace_id}/runs', async (ctx) => {
    const { id } = await requireWorkspace(ctx, 'read-run');
    return listResources<StoredRun>(ctx, { kind: 'runs', scope: id }, async (records) => records.map(renderRun), {
      order: { by: 'seq', descending: true },
    });
  }),
  route(
    'POST /runs/{run_id}/actions/apply',
    createRunAction('confirmed', ({ status }) => confirmableStatuses.has(status), 'applied'),
    { plainJson: true },
  ),
  route(
    'POST /runs/{run_id}/actions/discard',
    createRunAction('discarded', ({ status }) => confirmableStatuses.has(status), 'discarded'),
    { plainJson: true },
  ),
  route(
    'POST /runs/{run_id}/actions/cancel',
    createRunAction('canceled', ({ status, active }) => active && !confirmableStatuses.has(status), 'canceled'),
    { plainJson: true },
  ),
];
