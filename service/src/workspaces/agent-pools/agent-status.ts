import type { NounBody } from '../../nouns/noun-record.ts';

/** The body of a record of kind `agents`: scope the pool's ID, key the own ID. */
export interface StoredAgent extends NounBody {
  readonly name: string;
  /** What it said last. What it is follows from when that was. */
  readonly status: 'idle' | 'busy' | 'exited' | 'unknown' | 'errored';
  readonly ipAddress: string | null;
  /** Absent: it was never heard of. */
  readonly lastPingAt?: string;
  readonly createdAt: string;
  /** Who began its jobs, by job: one that is begun is not begun by somebody else. */
  readonly begun?: { readonly [job: string]: string };
  /** Digests of the ends of jobs that it reported last: one that it sends again, as it did not get the answer, was taken. */
  readonly lastEnds?: readonly string[];
}

/** Milliseconds without a word after which an agent counts as lost, and its runs end. */
export const agentTimeout = 60_000;

/** Whether it still works, as far as anybody can know. `since`: before that, nobody could hear of it. */
export const isAlive = ({ status, lastPingAt }: StoredAgent, now: Date, since = new Date(0)): boolean => {
  if (status !== 'idle' && status !== 'busy') return false;
  return lastPingAt === undefined || now.getTime() - Math.max(Date.parse(lastPingAt), since.getTime()) < agentTimeout;
};

/** One that has not been heard of for too long is `unknown`. */
export const findAgentStatus = (agent: StoredAgent, now: Date): StoredAgent['status'] =>
  (agent.status === 'idle' || agent.status === 'busy') && !isAlive(agent, now) ? 'unknown' : agent.status;
