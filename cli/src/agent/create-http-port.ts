import { setTimeout as delay } from 'node:timers/promises';
import type { AgentJob } from '@slipway/service/workspaces/agent-jobs/protocol';
import { toPhaseId } from '@slipway/service/workspaces/runs/engine/claimed-run';
import type { PhaseEnd } from '@slipway/service/workspaces/runs/engine/end-phase';
import type { PhasePort } from '@slipway/service/workspaces/runs/engine/phase-port';
import { withRunFiles } from '@slipway/service/workspaces/runs/engine/run-input';
import { type AgentClient, AgentRefused, packEnd, ServiceAway } from './agent-client.ts';

/** Milliseconds between two tries while the service is away. */
const retryDelay = 2000;

/** Tries again while the service is away, until `signal` is aborted. Throws what the service refuses. */
export const insist = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ServiceAway) || signal.aborted) throw error;
      await delay(retryDelay, undefined, { signal }).catch(() => undefined);
    }
};

/** False where the service refuses: the job is no longer this agent's. */
const isTaken = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof AgentRefused) return false;
    throw error;
  }
};

/** What a phase needs and leaves goes over HTTP. `signal`: aborted when the agent is stopped. */
export const createHttpPort = (client: AgentClient, agent: string, { claim, facts }: AgentJob, signal: AbortSignal): PhasePort => {
  const job = toPhaseId(claim);
  let [logged, isStateSent]: [number, boolean] = [0, false];
  let packed: Uint8Array | undefined;
  const sendEnd = async ({ result, documents, planFiles, log, stateBefore, state }: PhaseEnd): Promise<void> => {
    if (state && !isStateSent) await insist(() => client.keepState(agent, job, state), signal);
    isStateSent = true;
    // Packed once: the service recognizes by identical bytes an end that it has accepted before.
    packed ??= await packEnd({
      result,
      ...(documents ? { documents } : {}),
      ...(planFiles ? { planFiles } : {}),
      log,
      logOffset: logged,
      stateBefore,
      hasState: state !== undefined,
    });
    const bytes = packed;
    await insist(() => client.end(agent, job, bytes), signal);
  };
  return {
    executor: 'agent',
    loadInput: async () => {
      try {
        return await withRunFiles(facts, (name) => insist(() => client.readFile(agent, job, name), signal));
      } catch (error) {
        if (error instanceof AgentRefused) return undefined;
        throw error;
      }
    },
    appendLog: async (text) => {
      const piece = Buffer.from(text);
      await insist(() => client.appendLog(agent, job, logged, piece), signal);
      logged += piece.length;
    },
    keepState: (state) => client.keepState(agent, job, state),
    saveEnd: (end) => isTaken(sendEnd(end)),
  };
};
