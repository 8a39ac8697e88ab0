import { conflict, forbidden, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { isObject } from '../../json-api/parse-document.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { addEvent, insertComment } from './comments/add-comment.ts';
import { addCoolOff, closeLog, endOfCanceled, requestCancel, stopsLater } from './cancel-run.ts';
import { describeRunAction } from './describe-runs.ts';
import { findRunInWorkspace, requireAimRights, requireRun } from './require-run.ts';
import { toAuthor } from './run-context.ts';
import { saveRun, toCurrentRun } from './save-run.ts';
import { finalStatuses, type RunStatus, type StoredRun } from './stored.ts';
import { enterRunStatus, isCancelable, isConfirmable, isDiscardable, isForceCancelable, releaseRun } from './timeline.ts';

const maxComment = 65_536;

/** `{"comment": "…"}`, which may be left out. */
const parseComment = (body: unknown): string => {
  if (body === undefined || body === null) return '';
  if (!isObject(body)) throw unprocessable('expected {"comment": "…"}', '');
  const { comment } = body;
  if (comment === undefined || comment === null) return '';
  if (typeof comment !== 'string' || comment.length > maxComment)
    throw unprocessable(`expected a text of at most ${maxComment} characters`, '/comment');
  return comment;
};

/** The effect of an action on a run, and its author. */
interface RunChange {
  readonly status: RunStatus;
  readonly verb: string;
  readonly author: 'confirmedBy' | 'canceledBy';
  /** Whether an engine that follows the run may show its plan before the run ends. */
  readonly isPatient?: boolean;
}

const changeRun = async (ctx: RequestContext<Transaction>, run: StoredRecord<StoredRun>, change: RunChange): Promise<void> => {
  const { status, verb, author, isPatient = false } = change;
  const comment = parseComment(ctx.body);
  const by = toAuthor(ctx);
  const event = { action: verb, description: `The run was ${verb}` };
  const body =
    comment === ''
      ? addEvent(run.body, { ...event, at: ctx.clock.now().toISOString(), by })
      : await insertComment(ctx, run, comment, event);
  // Clients wait for this moment after a cancellation, also of a run that ended at once.
  const forced = status === 'canceled' ? { forceCancelAt: addCoolOff(ctx) } : {};
  const changed: StoredRun = { ...body, [author]: by, ...forced };
  const movesAt = isPatient ? endOfCanceled(ctx, run) : undefined;
  await closeLog(ctx.tx, run);
  if (movesAt !== undefined) await saveRun(ctx, run, { ...changed, endsAs: 'canceled', movesAt });
  else await saveRun(ctx, run, enterRunStatus(changed, status, ctx.clock.now(), ctx.settings));
};

const isOver = (status: string): boolean => finalStatuses.has(status as RunStatus);

/** Makes a saved plan the current run when it is confirmed; throws 409 if the workspace is locked or has another active run. */
const takeCurrentPlace = async ({ tx }: RequestContext<Transaction>, run: StoredRecord<StoredRun>): Promise<void> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', run.body.workspace);
  if (!workspace) return;
  const { currentRun, lock } = workspace.body;
  if (lock) throw conflict('the workspace is locked; a saved plan cannot be applied until it is unlocked');
  if (currentRun !== null && !isOver(currentRun.status))
    throw conflict(`the run ${currentRun.id} is under way in this workspace; a saved plan can be applied when it is over`);
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, currentRun: toCurrentRun(run.id, run.body) } });
};

const createRunAction =
  (change: RunChange, isPossible: (run: StoredRun) => boolean) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    const { run, workspace } = await findRunInWorkspace(ctx, ctx.params['run_id'], 'queue-apply', `the run ${ctx.params['run_id']}`);
    if (change.status === 'confirmed') await requireAimRights(ctx, run, workspace);
    if (!isPossible(run.body)) throw conflict(`a run that is ${run.body.status} cannot be ${change.verb}`);
    if (run.body.status === 'planned_and_saved' && change.status === 'confirmed') await takeCurrentPlace(ctx, run);
    if (change.status === 'canceled' && stopsLater(run.body))
      await requestCancel(ctx, run, { description: 'The cancellation of the run was requested', by: toAuthor(ctx) });
    else await changeRun(ctx, run, change);
    return { status: 202 };
  };

const forceCancel = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'force-cancel');
  const { status, active, forceCancelAt } = run.body;
  if (!active || forceCancelAt === undefined)
    throw conflict(`a run that is ${status} cannot be force-canceled: only one that ignores its cancellation can`);
  if (!isForceCancelable(run.body, ctx.clock.now()))
    throw conflict(`the run was canceled a short time ago and may still stop by itself: it can be force-canceled at ${forceCancelAt}`);
  await changeRun(ctx, run, { status: 'force_canceled', verb: 'force-canceled', author: 'canceledBy' });
  return { status: 202 };
};

/** Ends the runs that this one waits for, and starts it. */
const forceExecute = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx, clock, settings } = ctx;
  const run = await requireRun(ctx, 'queue-apply');
  if (run.body.status !== 'pending' || run.body.movesAt !== null)
    throw forbidden(`a run that is ${run.body.status} cannot be force-executed: only one that waits for others can`);
  const workspace = await tx.get<StoredWorkspace>('workspaces', run.body.workspace);
  if (workspace?.body.lock && workspace.body.lock.holder.kind !== 'run')
    throw conflict('the workspace is locked; a run cannot be force-executed until it is unlocked');
  const { records } = await tx.list<StoredRun>({
    kind: 'runs',
    scope: run.scope,
    seq: { before: run.seq },
    body: [{ path: 'active', is: true }],
  });
  const earlier = records.filter(({ body }) => !body.planOnly && body.status !== 'planned_and_saved').reverse();
  for (const one of earlier) {
    const current = (await tx.get<StoredRun>('runs', one.id))!;
    const isWaiting = isDiscardable(current.body);
    const change = isWaiting ? ({ status: 'discarded', verb: 'discarded' } as const) : ({ status: 'canceled', verb: 'canceled' } as const);
    await changeRun(ctx, current, { ...change, author: 'canceledBy' });
  }
  const waiting = (await tx.get<StoredRun>('runs', run.id))!;
  if (waiting.body.movesAt === null) await tx.update<StoredRun>(waiting, { body: releaseRun(waiting.body, clock.now(), settings) });
  return { status: 202 };
};

const actions = '/runs/{run_id}/actions';
const options = (summary: string) => ({ plainJson: true, description: describeRunAction(summary) }) as const;
export const routes = [
  route(
    `POST ${actions}/apply`,
    createRunAction({ status: 'confirmed', verb: 'applied', author: 'confirmedBy' }, isConfirmable),
    options('Confirms a run: its plan is applied.'),
  ),
  route(
    `POST ${actions}/discard`,
    createRunAction({ status: 'discarded', verb: 'discarded', author: 'canceledBy' }, isDiscardable),
    options('Discards a run that waits to be confirmed, for a decision, or for its turn.'),
  ),
  route(
    `POST ${actions}/cancel`,
    createRunAction({ status: 'canceled', verb: 'canceled', author: 'canceledBy', isPatient: true }, isCancelable),
    options('Cancels a run that is under way.'),
  ),
  route(`POST ${actions}/force-cancel`, forceCancel, options('Ends a run that ignores its cancellation, a minute after that.')),
  route(`POST ${actions}/force-execute`, forceExecute, options('Ends the runs that a pending run waits for, and starts it.')),
];
