import type { NounBody } from '../../nouns/noun-record.ts';

/** The body of a record of kind `agents`: scope the pool's ID, key the own ID. */
export interface StoredAgent extends NounBody {
  readonly name: string;
  /** The last reported status. The current one depends on when that was. */
  readonly status: 'idle' | 'busy' | 'exited' | 'unknown' | 'errored';
  readonly ipAddress: string | null;
  /** Absent: no ping was received yet. */
  readonly lastPingAt?: string;
  readonly createdAt: string;
  /** The executor of each begun job, by job: another one cannot begin it. */
  readonly begun?: { readonly [job: string]: string };
  /** Digests of the ends of jobs that it reported last: one that it sends again, as it did not get the answer, was taken. */
  readonly lastEnds?: readonly string[];
}

/** Milliseconds without a word after which an agent counts as lost, and its runs end. */
export const agentTimeout = 60_000;

/** Whether the agent counts as working. `since`: the start of the service, before which it could not receive pings. */
export const isAlive = ({ status, lastPingAt }: StoredAgent, now: Date, since = new Date(0)): boolean => {
  if (status !== 'idle' && status !== 'busy') return false;
  return lastPingAt === undefined || now.getTime() - Math.max(Date.parse(lastPingAt), since.getTime()) < agentTimeout;
};

/** The current status; `unknown` if there was no ping for too long. */
export const findAgentStatus = (agent: StoredAgent, now: Date): StoredAgent['status'] =>
  (agent.status === 'idle' || agent.status === 'busy') && !isAlive(agent, now) ? 'unknown' : agent.status;
