import { findAuthorCaller } from '../../access/find-author-caller.ts';
import { getWorkspaceRights } from '../../access/permissions.ts';
import type { Caller } from '../../http/route.ts';
import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { addEvent } from './comments/add-comment.ts';
import type { RunContext } from './run-context.ts';
import type { StoredRun } from './stored.ts';
import { findNextStatus, type RunPace } from './timeline.ts';

/**
 * The person on whose behalf a run applies itself: the uploader of the configuration that a trigger runs, else the creator. Neither:
 * settings of its workspace started it.
 */
type Applicant = Pick<StoredRun, 'appliesFor' | 'createdBy' | 'isDestroy' | 'organization'>;

interface JudgeContext {
  readonly tx: ReadTransaction;
  readonly settings: RunContext['settings'];
  /** Who sends the request that starts the run: need not be looked up. */
  readonly caller?: Caller;
}

/** Whether the person on whose behalf a run applies itself could confirm it now (decision 137). */
export const canApplyItself = async (
  { tx, settings, caller }: JudgeContext,
  { appliesFor, createdBy, isDestroy, organization }: Applicant,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<boolean> => {
  const author = appliesFor ?? createdBy;
  if (!author) return true;
  const isCaller = caller?.purpose === undefined && caller?.kind === author.kind && caller.id === author.id;
  const judged = isCaller ? caller : await findAuthorCaller(tx, author, organization);
  if (!judged) return false;
  const rights = await getWorkspaceRights({ tx, settings, caller: judged }, workspace);
  return rights.has('queue-apply') && (!isDestroy || rights.has('queue-destroy'));
};

/** Makes the run wait for a confirmation, and records why. */
export const withholdAutoApply = (run: StoredRun, at: Date): StoredRun => {
  const { appliesEmpty: _, ...held } = run;
  return addEvent(
    { ...held, autoApply: false },
    {
      action: 'auto_apply_withheld',
      description: 'The run waits for its confirmation: whoever it is for may not apply runs of this workspace',
      at: at.toISOString(),
    },
  );
};

/** Lets the run continue, but makes it wait if it would apply itself and the person on whose behalf it does so may not apply now. */
export const holdUnlessPermitted = async (
  { tx, settings }: Pick<RunContext, 'tx' | 'settings'>,
  run: StoredRun,
  at: Date,
  pace: RunPace,
): Promise<StoredRun> => {
  if (findNextStatus(run, pace) !== 'confirmed') return run;
  const workspace = await tx.get<StoredWorkspace>('workspaces', run.workspace);
  return !workspace || (await canApplyItself({ tx, settings }, run, workspace)) ? run : withholdAutoApply(run, at);
};
