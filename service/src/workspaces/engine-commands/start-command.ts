import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { newAddressSecret } from '../new-address-secret.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import { type RunContext, toAuthor } from '../runs/run-context.ts';
import { activeCommandsLink, queuedCommandsLink, type StoredEngineCommand } from './stored.ts';

const idPrefixes = { query: 'qry', test: 'trun' } as const;

/** When a simulated command that moves now moves again, ISO 8601. */
export const addCommandStep = ({ clock, settings }: Pick<RunContext, 'clock' | 'settings'>): string =>
  new Date(clock.now().getTime() + settings.runStatusMilliseconds).toISOString();

export type NewEngineCommand = Pick<
  StoredEngineCommand,
  'command' | 'organization' | 'configurationVersion' | 'engineVersion' | 'options' | 'source'
>;

/** Starts a command. The engine executes it where it executes runs; elsewhere it is simulated. It waits for no run, and locks nothing. */
export const startCommand = async (
  ctx: RequestContext<Transaction>,
  scope: string,
  starting: NewEngineCommand,
): Promise<StoredRecord<StoredEngineCommand>> => {
  const { tx, clock, newId } = ctx;
  const id = newId(idPrefixes[starting.command.name]);
  const isExecuted = isEngineUsed(ctx.settings);
  const now = clock.now().toISOString();
  const body: StoredEngineCommand = {
    ...starting,
    status: 'pending',
    movesAt: isExecuted ? null : addCommandStep(ctx),
    createdAt: now,
    reached: { pending: now },
    secret: newAddressSecret({ newId }),
    createdBy: toAuthor(ctx),
  };
  const record = await tx.insert<StoredEngineCommand>({ id, kind: 'engine-commands', scope, key: id, name: '', body });
  await tx.link(activeCommandsLink, 'all', id);
  if (isExecuted) await tx.link(queuedCommandsLink, 'all', id);
  return record;
};
