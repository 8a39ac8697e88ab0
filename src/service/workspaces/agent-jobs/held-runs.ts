import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredAgent } from '../agent-pools/agent-status.ts';
import type { StoredRun } from '../runs/stored.ts';
import { isExecuting } from '../runs/timeline.ts';

/** Links `all` → each run of which an agent executes a phase. */
const heldRunsLink = 'agent-runs';

export const holdRun = (tx: Transaction, run: string) => tx.link(heldRunsLink, 'all', run);
export const releaseHeldRun = (tx: Transaction, run: string) => tx.unlink(heldRunsLink, 'all', run);

/** IDs of the runs that agents took and did not bring to an end. */
export const listHeldRunIds = async (view: ReadTransaction): Promise<readonly string[]> =>
  (await view.listLinks(heldRunsLink, { from: 'all' })).map(({ to }) => to);

/** The runs that this agent executes. */
export const listRunsOfAgent = async (view: ReadTransaction, agent: string): Promise<readonly StoredRecord<StoredRun>[]> => {
  const ids = await listHeldRunIds(view);
  const runs = ids.length === 0 ? [] : await view.getMany<StoredRun>('runs', ids);
  return runs.filter(({ body }) => body.runner === agent && isExecuting(body));
};

/** Stores that an agent was heard of, and whether it works on anything. */
export const noteAgent = async (tx: Transaction, agent: StoredRecord<StoredAgent>, now: Date): Promise<void> => {
  const isBusy = (await listRunsOfAgent(tx, agent.id)).length > 0;
  const body: StoredAgent = { ...agent.body, status: isBusy ? 'busy' : 'idle', lastPingAt: now.toISOString() };
  await tx.update<StoredAgent>(agent, { body });
};
