import type { Transaction } from '../../../store/store.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { finishApply, finishPlan } from '../finish-phase.ts';
import type { PlanDocuments } from '../plan-documents/create-plan-documents.ts';
import { redactPlan } from '../redact-plan.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import { appendLog } from '../run-log.ts';
import type { RunStatus, StoredRun } from '../stored.ts';
import type { ResourceCounts } from '../stored-parts.ts';
import { readLogFormat, renderApplyLog, renderLogHead, renderPlanLog } from './default-logs.ts';
import { countDefaultChanges, createPlanJson, createProviderSchemas, listPlannedResources } from './default-plan.ts';
import { readScript } from './run-script.ts';

type JsonObject = { readonly [name: string]: unknown };

const noChanges: ResourceCounts = { additions: 0, changes: 0, destructions: 0, imports: 0 };

const mergeCounts = (counts: ResourceCounts, script: Partial<ResourceCounts> = {}): ResourceCounts => ({
  additions: script.additions ?? counts.additions,
  changes: script.changes ?? counts.changes,
  destructions: script.destructions ?? counts.destructions,
  imports: script.imports ?? counts.imports,
});

/** Whether the run has changes; a destroy run always has, regardless of its script. */
const hasScriptedChanges = ({ outcome, isDestroy }: StoredRun): boolean => outcome !== 'no-changes' || isDestroy;

const renderDocuments = (json: JsonObject, schemas: JsonObject): PlanDocuments => ({
  json: JSON.stringify(json),
  schemas: JSON.stringify(schemas),
  redacted: JSON.stringify(redactPlan(json, schemas)),
});

const planByScript = async (tx: Transaction, id: string, run: StoredRun, at: Date): Promise<StoredRun> => {
  const { plan: script } = await readScript(tx, run.workspace, id);
  const managed = (await tx.get<StoredWorkspace>('workspaces', run.workspace))?.body.resourceCount ?? 0;
  const isErrored = run.outcome === 'plan-errored';
  const hasChanges = hasScriptedChanges(run);
  const counts = mergeCounts(hasChanges ? countDefaultChanges(run, managed) : noChanges, script);
  const resources = listPlannedResources(run, counts);
  const json = script?.json ?? createPlanJson(run, resources, isErrored);
  return finishPlan(tx, id, run, {
    ...counts,
    status: isErrored ? 'errored' : 'finished',
    hasChanges,
    ...(run.options?.allowConfigGeneration && counts.imports > 0 ? { generatedConfiguration: true } : {}),
    log: script?.log ?? renderPlanLog(readLogFormat(run), { counts, hasChanges, isErrored }, resources, at),
    ...(isErrored && !script?.json ? {} : { documents: renderDocuments(json, script?.schemas ?? createProviderSchemas(resources)) }),
  });
};

const applyByScript = async (tx: Transaction, id: string, run: StoredRun, at: Date): Promise<StoredRun> => {
  const { apply: script } = await readScript(tx, run.workspace, id);
  const isErrored = run.outcome === 'apply-errored';
  const counts = mergeCounts(isErrored ? noChanges : (run.plan ?? noChanges), script);
  const resources = isErrored ? [] : listPlannedResources(run, counts);
  const log = script?.log ?? renderApplyLog(readLogFormat(run), { counts, isDestroy: run.isDestroy, isErrored }, resources, at);
  const { state, erroredState } = script ?? {};
  const report = { ...counts, status: isErrored ? ('errored' as const) : ('finished' as const), hasChanges: !isErrored, log };
  return finishApply(tx, id, run, { ...report, ...(state ? { state } : {}), ...(erroredState ? { erroredState } : {}) }, at);
};

/** What an engine would do while its run plans or applies: the run with its result, when the time of that status is over. */
export const executeByScript = async (tx: Transaction, id: string, run: StoredRun, at: Date): Promise<StoredRun> =>
  run.status === 'planning' ? planByScript(tx, id, run, at) : applyByScript(tx, id, run, at);

/** Begins the log of a run that starts to plan or to apply. A log from a script begins with its own first line. */
export const beginScriptedLog = async (tx: Transaction, id: string, run: StoredRun, status: RunStatus, at: Date): Promise<void> => {
  if (status !== 'planning' && status !== 'applying') return;
  const phase = status === 'planning' ? toPlanId(id) : toApplyId(id);
  const script = (await readScript(tx, run.workspace, id))[status === 'planning' ? 'plan' : 'apply'];
  if (script?.log === undefined) await appendLog(tx, { workspace: run.workspace, phase }, renderLogHead(readLogFormat(run), at));
};
