import type { Clock, RequestContext } from '../../http/route.ts';
import { conflict } from '../../http/problem.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { addCoolOff } from '../runs/cancel-run.ts';
import { revokeRunTokens } from '../runs/engine/run-token.ts';
import { toAuthor } from '../runs/run-context.ts';
import { appendLog } from '../runs/run-log.ts';
import { activeCommandsLink, type CommandStatus, isCommandOver, queuedCommandsLink, type StoredEngineCommand } from './stored.ts';

type CommandRecord = StoredRecord<StoredEngineCommand>;

export interface CommandEnd extends Pick<StoredEngineCommand, 'tests' | 'canceledBy'> {
  readonly status: Exclude<CommandStatus, 'pending' | 'running'>;
  /** The rest of its log. */
  readonly log: string;
  readonly isForced?: true;
}

/** Ends a command: its log, its status and what it found become visible together. */
export const endCommand = async (
  { tx, clock }: { readonly tx: Transaction; readonly clock: Clock },
  record: CommandRecord,
  { status, log, isForced, ...found }: CommandEnd,
): Promise<CommandRecord> => {
  const { id, scope } = record;
  const { forceCancelAt, ...body } = record.body;
  const at = clock.now().toISOString();
  await revokeRunTokens(tx, id);
  await appendLog(tx, { workspace: scope, phase: id }, log, true);
  await tx.unlink(activeCommandsLink, 'all', id);
  await tx.unlink(queuedCommandsLink, 'all', id);
  const reached = { ...body.reached, [status]: at, ...(isForced ? { 'force-canceled': at } : {}) };
  // Clients wait for this moment after a cancellation, also of a command that ended at once.
  const kept = status === 'canceled' && forceCancelAt !== undefined ? { forceCancelAt } : {};
  return tx.update<StoredEngineCommand>(record, { body: { ...body, ...found, ...kept, status, reached, movesAt: null } });
};

const cancelMessage = '\nThe cancellation was requested before this was executed to its end.\n';

/** Cancels for the caller: at once, or as soon as the engine has stopped. Throws 409 where it is over. `label`: `query` */
export const cancelCommand = async (ctx: RequestContext<Transaction>, record: CommandRecord, label: string): Promise<void> => {
  const { body } = record;
  if (isCommandOver(body)) throw conflict(`a ${label} that is ${body.status} cannot be canceled`);
  const canceled = { canceledBy: toAuthor(ctx), forceCancelAt: body.forceCancelAt ?? addCoolOff(ctx) };
  const requested = await ctx.tx.update<StoredEngineCommand>(record, { body: { ...body, ...canceled } });
  if (body.runner === undefined) await endCommand(ctx, requested, { status: 'canceled', log: cancelMessage });
};

/** Ends a command whose engine did not stop a minute after its cancellation. Throws 409 for any other. */
export const forceCancelCommand = async (ctx: RequestContext<Transaction>, record: CommandRecord, label: string): Promise<void> => {
  const { status, forceCancelAt } = record.body;
  if (isCommandOver(record.body) || forceCancelAt === undefined)
    throw conflict(`a ${label} that is ${status} cannot be force-canceled: only one that ignores its cancellation can`);
  if (ctx.clock.now().getTime() < Date.parse(forceCancelAt))
    throw conflict(`the ${label} was canceled a short time ago and may still stop by itself: it can be force-canceled at ${forceCancelAt}`);
  await endCommand(ctx, record, { status: 'canceled', log: cancelMessage, canceledBy: toAuthor(ctx), isForced: true });
};
