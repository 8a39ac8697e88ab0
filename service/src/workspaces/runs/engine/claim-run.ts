import type { StoredRecord } from '../../../store/store.ts';
import type { RunContext } from '../run-context.ts';
import { saveRun } from '../save-run.ts';
import { queuedRunsLink, type StoredRun } from '../stored.ts';
import { enterRunStatus } from '../timeline.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { PhaseStatus } from './end-phase.ts';
import { issueRunToken } from './run-token.ts';

/** Who claims, and which runs. */
export interface RunClaim {
  /** `all`: what the service executes itself; else the ID of an agent pool. */
  readonly queue: string;
  /** The ID of the runner or the agent. */
  readonly runner: string;
  /** Milliseconds that a phase may take. */
  readonly limit: number;
  /** Whether this one may have the run. Default: any. */
  readonly accepts?: (run: StoredRecord<StoredRun>) => Promise<boolean>;
}

const phases: { readonly [status: string]: PhaseStatus | undefined } = { plan_queued: 'planning', apply_queued: 'applying' };

/** The claim of a phase as its runner gets it, with a new token. */
export const issueClaim = async (
  { tx, clock, settings }: RunContext,
  run: StoredRecord<StoredRun>,
  phase: PhaseStatus,
  limit: number,
): Promise<ClaimedRun> => {
  const token = await issueRunToken(tx, clock, run, limit);
  return { id: run.id, phase, workspace: run.body.workspace, token, publicUrl: settings.publicUrl, limit };
};

/** Claims the phase that has waited longest, in the transaction of the context. */
export const claimQueuedRun = async (context: RunContext, claim: RunClaim): Promise<ClaimedRun | undefined> => {
  const { tx, clock, settings } = context;
  for (const { to: id } of await tx.listLinks(queuedRunsLink, { from: claim.queue })) {
    const run = await tx.get<StoredRun>('runs', id);
    const phase = run && phases[run.body.status];
    if (!run || !phase) {
      await tx.unlink(queuedRunsLink, claim.queue, id);
      continue;
    }
    if (claim.accepts && !(await claim.accepts(run))) continue;
    await saveRun(context, run, enterRunStatus({ ...run.body, runner: claim.runner }, phase, clock.now(), settings));
    return issueClaim(context, run, phase, claim.limit);
  }
  return undefined;
};
