import type { RunnerFacts } from '@slipway/service/runner/runner-facts';
import type { ClaimedWork, WorkKind } from '@slipway/service/runner/work-kind';
import { AgentRefused, ServiceAway } from './agent-client.ts';
import type { AgentSetup } from './agent-setup.ts';
import type { AgentState } from './agent-state.ts';

/** Milliseconds between two questions for work. */
const claimInterval = 1000;
/** Milliseconds between two attempts while the service is away. */
const awayInterval = 5000;

/** A job in the books of the agent while it is done. */
const trackWork = (agent: AgentState, work: ClaimedWork, isOnly: boolean): ClaimedWork => ({
  ...work,
  perform: async (place) => {
    agent.say(`${work.id} begins`);
    try {
      await work.perform(place);
    } finally {
      agent.jobs.delete(work.id);
      agent.say(`${work.id} is over`);
      if (isOnly) agent.finish();
    }
  },
});

const claimWork = async (
  agent: AgentState,
  runner: RunnerFacts,
  { isSingle, createWork }: AgentSetup,
): Promise<ClaimedWork | undefined> => {
  const { id, client } = agent;
  if (id === undefined) return undefined;
  const job = await client.claim(id, [...agent.jobs]);
  if (!job) return undefined;
  const work = createWork(id, runner, job);
  agent.jobs.add(work.id);
  if (isSingle) agent.isDraining = true;
  agent.nextClaimAt = 0;
  return trackWork(agent, work, isSingle);
};

/** Handles a failed claim. If the agent's record was deleted, its pings join the pool again. */
const noteFailure = (agent: AgentState, error: unknown, { drains }: AgentSetup): void => {
  if (!(error instanceof AgentRefused || error instanceof ServiceAway)) throw error;
  agent.nextClaimAt = performance.now() + awayInterval;
  if (!(error instanceof AgentRefused)) return;
  if (error.status === 401) agent.finish('the service does not know the token of this agent');
  // The only job that it was made for.
  else if (!drains) agent.finish(error.message);
};

/** Plans and applies that the service has for the pool of an agent, as a kind of work. */
export const createAgentRuns = (agent: AgentState, setup: AgentSetup): WorkKind => ({
  name: 'run',
  watched: [],
  lookEvery: 50,
  hasQueued: async () => !agent.isDraining && agent.id !== undefined && performance.now() >= agent.nextClaimAt,
  claimNext: async (runner) => {
    agent.nextClaimAt = performance.now() + claimInterval;
    agent.isClaiming = true;
    try {
      return await claimWork(agent, runner, setup);
    } catch (error) {
      noteFailure(agent, error, setup);
      return undefined;
    } finally {
      agent.isClaiming = false;
    }
  },
  findStops: async (_store, ids) => new Map(ids.flatMap((id) => (agent.stops.has(id) ? [[id, agent.stops.get(id)!]] : []))),
  endLost: async () => 0,
});
