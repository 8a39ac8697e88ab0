import type { Transaction, StoredRecord } from '../../store/store.ts';
import { addEvent } from './comments/add-comment.ts';
import type { RunContext } from './run-context.ts';
import { toApplyId, toPlanId } from './run-ids.ts';
import { appendLog } from './run-log.ts';
import { saveRun } from './save-run.ts';
import type { StoredRun } from './stored.ts';
import type { RunEvent } from './stored-parts.ts';
import { enterRunStatus, isExecuting, planShownAt } from './timeline.ts';

/** The log of a phase that is cut off ends, so that who reads it learns that it is over. */
export const closeLog = async (tx: Transaction, { id, body }: StoredRecord<StoredRun>): Promise<void> => {
  if (!isExecuting(body)) return;
  const phase = body.status === 'planning' ? toPlanId(id) : toApplyId(id);
  await appendLog(tx, { workspace: body.workspace, phase }, body.structured === false ? '\nThe run was canceled.\n' : '', true);
};

/** How long a canceled run may take to stop before a force-cancel is possible. */
const coolOffMilliseconds = 60_000;
/** The time from which a run that is canceled now can be force-canceled. */
export const addCoolOff = ({ clock }: Pick<RunContext, 'clock'>): string =>
  new Date(clock.now().getTime() + coolOffMilliseconds).toISOString();

/**
 * The engine is interrupted and stores its results: the run ends when it has stopped. A script can simulate an engine that does not stop.
 */
export const stopsLater = (run: StoredRun): boolean => isExecuting(run) && (run.ignoresCancel === true || run.executor === 'engine');

/** A run whose engine is asked to stop stays as it is until it stops, or is ended by force. */
export const requestCancel = async (
  ctx: RunContext,
  run: StoredRecord<StoredRun>,
  event: Pick<RunEvent, 'description' | 'by'>,
): Promise<void> => {
  const body = addEvent(run.body, { action: 'canceled', at: ctx.clock.now().toISOString(), ...event });
  const by = event.by ? { canceledBy: event.by } : {};
  await ctx.tx.update<StoredRun>(run, { body: { ...body, ...by, forceCancelAt: addCoolOff(ctx), movesAt: null } });
};

/** When a run that is canceled now ends: an engine that follows it shows its plan first. Undefined: at once. */
export const endOfCanceled = ({ clock }: Pick<RunContext, 'clock'>, { body }: StoredRecord<StoredRun>): string | undefined => {
  const shown = planShownAt(body);
  return shown && shown > clock.now() ? shown.toISOString() : undefined;
};

/** Cancels a run for the service itself or for the caller: at once, as soon as its engine has stopped, or when its plan was shown. */
export const cancelRun = async (
  ctx: RunContext,
  run: StoredRecord<StoredRun>,
  event: Pick<RunEvent, 'description' | 'by'>,
): Promise<void> => {
  if (stopsLater(run.body)) return requestCancel(ctx, run, event);
  const body = addEvent(run.body, { action: 'canceled', at: ctx.clock.now().toISOString(), ...event });
  const movesAt = endOfCanceled(ctx, run);
  await closeLog(ctx.tx, run);
  if (movesAt !== undefined) await saveRun(ctx, run, { ...body, endsAs: 'canceled', movesAt });
  else await saveRun(ctx, run, enterRunStatus(body, 'canceled', ctx.clock.now(), ctx.settings));
};
