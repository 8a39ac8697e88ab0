import { networkInterfaces } from 'node:os';
import type { StopMode } from '@slipway/service/runner/work-kind';
import { AgentRefused, ServiceAway } from './agent-client.ts';
import type { AgentState } from './agent-state.ts';
import { startPolling } from './start-polling.ts';

/** Intervals of the pings, in milliseconds. */
export interface TouchTimes {
  /** Between two pings. */
  readonly ping: number;
  /** Time without a response until jobs are interrupted, and until they are killed. */
  readonly interruptAfter: number;
  readonly killAfter: number;
}
/**
 * The service takes the jobs for lost one minute after the last ping that it stored, which may be 10 s old, and then starts the next run of
 * the workspace: the jobs have to be ended before that.
 */
const usualTimes: TouchTimes = { ping: 2000, interruptAfter: 30_000, killAfter: 42_000 };

/** The first address of this machine that others may reach. */
const findOwnAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? null;

const stopAll = (agent: AgentState, mode: StopMode): void => {
  agent.stops = new Map([...agent.jobs].map((job) => [job, mode]));
};

const join = async (agent: AgentState): Promise<void> => {
  agent.id = await agent.client.register(agent.name, findOwnAddress());
  agent.say(`joined its pool as ${agent.id}`);
};

const pingOnce = async (agent: AgentState): Promise<void> => {
  if (agent.id === undefined) {
    await join(agent);
    return;
  }
  const jobs = [...agent.jobs];
  const { stops } = await agent.client.ping(agent.id, jobs);
  agent.stops = new Map(Object.entries(stops));
};

/** Joins the pool, and reports the agent and its jobs by pings until stopped. */
export const keepInTouch = (agent: AgentState, times: TouchTimes = usualTimes): { stop(): Promise<void> } => {
  let [lastHeard, isAway] = [performance.now(), false];
  const ping = async (): Promise<void> => {
    const sentAt = performance.now();
    try {
      await pingOnce(agent);
      if (isAway) agent.say('the service is back');
      [lastHeard, isAway] = [sentAt, false];
    } catch (error) {
      if (error instanceof AgentRefused) {
        handleRefusal(agent, error);
        return;
      }
      if (!(error instanceof ServiceAway)) throw error;
      if (!isAway) agent.say(`the service is away, and is tried again: ${error.message}`);
      isAway = true;
      const silence = performance.now() - lastHeard;
      if (silence > times.interruptAfter) stopAll(agent, silence > times.killAfter ? 'kill' : 'interrupt');
    }
  };
  const report = (words: string, error: unknown): void => agent.finish(`${words} failed: ${String(error)}`);
  // The first one does not wait for its turn, and none begins before it is over.
  const first = ping().catch((error: unknown) => report('joining the pool', error));
  const pingAfterFirst = async (): Promise<void> => {
    await first;
    await ping();
  };
  return startPolling(times.ping, 'telling the service that the agent works', pingAfterFirst, report);
};

/** Joins the pool again if the agent's record, and its jobs with it, were deleted. Every other refusal is permanent. */
const handleRefusal = (agent: AgentState, { status, message }: AgentRefused): void => {
  if (status === 404 && agent.id !== undefined) {
    stopAll(agent, 'kill');
    agent.id = undefined;
    return;
  }
  stopAll(agent, 'kill');
  agent.finish(status === 401 ? 'the service does not know the token of this agent' : message);
};
