import type { WorkContext } from '../../runner/runner-facts.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, taskOfDueWork } from '../../pipeline/due-work.ts';
import { agentTimeout, isAlive, type StoredAgent } from '../agent-pools/agent-status.ts';
import { toPhaseId } from '../runs/engine/claimed-run.ts';
import { endPhase, type PhaseStatus } from '../runs/engine/end-phase.ts';
import { erroredOutcome, renderRunError } from '../runs/engine/run-phase.ts';
import { deleteRunDocument, readRunDocument } from '../runs/run-documents.ts';
import type { StoredRun } from '../runs/stored.ts';
import { isExecuting } from '../runs/timeline.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { heldRunsLink, listHeldRunIds, releaseHeldRun } from './held-runs.ts';

const lostMessage = 'The agent that executed this run has not reported for a minute.';

/** Ends the run of a lost agent as errored. The state that its apply had sent until then becomes the current state. */
const endLostJob = async (context: WorkContext, { id, body }: StoredRecord<StoredRun>): Promise<void> => {
  const [phase, runner] = [body.status as PhaseStatus, body.runner ?? ''];
  const address = { workspace: body.workspace, phase: toPhaseId({ id, phase }) };
  const { workspace, text } = await context.store.read(async (view) => ({
    workspace: await view.get<StoredWorkspace>('workspaces', body.workspace),
    text: await readRunDocument(view, address, 'left-state'),
  }));
  const state = text === undefined ? {} : { state: Buffer.from(text) };
  const log = `\n${renderRunError(body, lostMessage, context.clock.now())}`;
  await endPhase(context, id, {
    ...erroredOutcome,
    phase,
    runner,
    log,
    stateBefore: workspace?.body.currentStateVersion ?? null,
    ...state,
  });
  await context.store.write((tx) => deleteRunDocument(tx, address, 'left-state'));
};

/** Held runs that have ended, and those of lost agents. `since`: agents count as alive until they have been silent from then on. */
const findLost = ({ store, clock }: WorkContext, since: Date) =>
  store.read(async (view) => {
    const ids = await listHeldRunIds(view);
    const runs = ids.length === 0 ? [] : await view.getMany<StoredRun>('runs', ids);
    const executed = runs.filter(({ body }) => isExecuting(body));
    const found = await view.getMany<StoredAgent>('agents', [...new Set(executed.flatMap(({ body }) => body.runner ?? []))]);
    const alive = new Set(found.filter(({ body }) => isAlive(body, clock.now(), since)).map(({ id }) => id));
    const under = new Set(executed.map(({ id }) => id));
    return { over: ids.filter((id) => !under.has(id)), lost: executed.filter(({ body }) => !alive.has(body.runner ?? '')) };
  });

/** Ends the runs of lost agents; returns how many. */
export const endLostJobs = async (context: WorkContext, since: Date): Promise<number> => {
  const { over, lost } = await findLost(context, since);
  for (const run of lost) await endLostJob(context, run);
  const released = [...over, ...lost.map(({ id }) => id)];
  if (released.length > 0)
    await context.store.write(async (tx) => {
      for (const id of released) {
        const run = await tx.get<StoredRun>('runs', id);
        // Another agent may have taken its apply in the meantime.
        if (!run || !isExecuting(run.body)) await releaseHeldRun(tx, id);
      }
    });
  return lost.length;
};

/** When the agents of held runs count as lost unless they send a heartbeat before. */
const dueLosses = (since: Date): DueWorkKind => ({
  name: 'lost_agents',
  kinds: [heldRunsLink, 'agents'],
  listTimes: async (view) => {
    const ids = await listHeldRunIds(view);
    const runs = ids.length === 0 ? [] : await view.getMany<StoredRun>('runs', ids);
    const agents = await view.getMany<StoredAgent>('agents', [...new Set(runs.flatMap(({ body }) => body.runner ?? []))]);
    return agents.flatMap(({ body: { lastPingAt } }) =>
      lastPingAt === undefined ? [] : [Math.max(Date.parse(lastPingAt), since.getTime()) + agentTimeout],
    );
  },
});

/** Ends runs of lost agents. Agents count as alive at the start, because they could not send pings before. */
export const createLostJobTask = (context: BackgroundContext): BackgroundTask => {
  const since = context.clock.now();
  return taskOfDueWork(context, {
    name: 'ending runs of lost agents',
    pause: 1000,
    due: [dueLosses(since)],
    kinds: ['runs'],
    perform: () => endLostJobs(context, since),
  });
};
