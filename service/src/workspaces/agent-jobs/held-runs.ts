import type { ReadTransaction, StoredRecord, Transaction } from '../../store/store.ts';
import type { StoredAgent } from '../agent-pools/agent-status.ts';
import type { StoredRun } from '../runs/stored.ts';
import { isExecuting } from '../runs/timeline.ts';

/** Links `all` → each run of which an agent executes a phase. */
export const heldRunsLink = 'agent-runs';

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

/** How many reported ends are remembered per agent, so that a repeated report gets the same answer. */
const rememberedEnds = 100;

/** Milliseconds within which a ping without news is not stored. */
const pingPrecision = 10_000;

/** Stores when an agent was last seen, and whether it is working. `end`: the digest of an end that it reported. */
export const noteAgent = async (tx: Transaction, agent: StoredRecord<StoredAgent>, now: Date, end?: string): Promise<void> => {
  const status = (await listRunsOfAgent(tx, agent.id)).length > 0 ? 'busy' : 'idle';
  const lastPing = agent.body.lastPingAt === undefined ? 0 : Date.parse(agent.body.lastPingAt);
  if (end === undefined && status === agent.body.status && Math.abs(now.getTime() - lastPing) < pingPrecision) return;
  const lastEnds = end === undefined ? {} : { lastEnds: [end, ...(agent.body.lastEnds ?? [])].slice(0, rememberedEnds) };
  const body: StoredAgent = { ...agent.body, ...lastEnds, status, lastPingAt: now.toISOString() };
  await tx.update<StoredAgent>(agent, { body });
};
