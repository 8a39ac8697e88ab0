import type { BackgroundContext } from '../../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../../pipeline/background-tasks.ts';
import type { ReadTransaction, Store, StoredRecord, Transaction } from '../../../store/store.ts';
import { type PolicyReport, reportPolicyEvaluation } from '../../runs/gates/attach-task-stage.ts';
import type { StoredPolicyEvaluation } from '../../runs/gates/stored.ts';
import { listRunSecrets } from '../../runs/engine/list-run-secrets.ts';
import { loadRunVariables } from '../../runs/engine/run-input.ts';
import { readRunDocument } from '../../runs/run-documents.ts';
import type { RunConditions } from '../../runs/run-context.ts';
import { toPlanId } from '../../runs/run-ids.ts';
import type { StoredRun } from '../../runs/stored.ts';
import type { StoredWorkspace } from '../../workspaces/stored.ts';
import { describeRunForPolicies } from './describe-run.ts';
import { evaluateInWorker } from './evaluate-in-worker.ts';
import type { PolicyEvaluationTask } from './evaluate-policy-sets.ts';
import { findPolicySets } from './find-policy-sets.ts';
import { loadPolicySets } from './load-policy-sets.ts';
import { pendingEvaluationsLink } from './pending-evaluations.ts';
import { addCounts, type PolicySetResult } from './policy-result.ts';

const isOpen = ({ status }: StoredPolicyEvaluation): boolean => ['pending', 'queued', 'running'].includes(status);

/** The run of an evaluation without a result, unless the run has ended. */
const findOpenRun = async (view: ReadTransaction, evaluation: string): Promise<StoredRecord<StoredRun> | undefined> => {
  const record = await view.get<StoredPolicyEvaluation>('policy-evaluations', evaluation);
  const run = record && isOpen(record.body) ? await view.get<StoredRun>('runs', record.body.run) : undefined;
  return run?.body.active ? run : undefined;
};

const prepareTask = async (view: ReadTransaction, evaluation: string, now: Date): Promise<PolicyEvaluationTask | undefined> => {
  const run = await findOpenRun(view, evaluation);
  const workspace = run && (await view.get<StoredWorkspace>('workspaces', run.body.workspace));
  if (!run || !workspace) return undefined;
  const sets = (await findPolicySets(view, workspace)).filter(({ body }) => body['kind'] === 'opa');
  return {
    sets: await loadPolicySets(view, sets),
    plan: await readRunDocument(view, { workspace: workspace.id, phase: toPlanId(run.id) }, 'json'),
    run: await describeRunForPolicies(view, run, workspace),
    now: BigInt(now.getTime()) * 1_000_000n,
    ...listRunSecrets(await loadRunVariables(view, workspace, run.body)),
  };
};

const hasFailed = ({ counts }: Pick<PolicySetResult, 'counts'>): boolean => counts['mandatory-failed'] + counts.errored > 0;

/** The effect of policy results on the run: one failure that cannot be overridden ends it. */
export const summarizeResults = (sets: readonly PolicySetResult[]): PolicyReport => {
  const counts = addCounts(sets.map((set) => set.counts));
  const status = counts.errored > 0 ? 'errored' : counts['mandatory-failed'] > 0 ? 'failed' : 'passed';
  return {
    status,
    counts,
    ...(status === 'passed' ? {} : { isOverridable: sets.filter(hasFailed).every(({ overridable }) => overridable) }),
    outcomes: sets.map((set) => ({
      policySetName: set.name,
      policySetDescription: set.description,
      overridable: set.overridable,
      error: set.error,
      warnings: set.warnings,
      counts: set.counts,
      toolVersion: set.toolVersion,
      outcomes: set.results,
    })),
  };
};

/** One more in `policy-check-failures` of the workspace. */
const countFailure = async (tx: Transaction, id: string): Promise<void> => {
  const workspace = await tx.get<StoredWorkspace>('workspaces', id);
  if (!workspace) return;
  const policyCheckFailures = workspace.body.policyCheckFailures + 1;
  await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, policyCheckFailures } });
};

/** If too many evaluations wait for workers, this one is tried again later. */
const evaluateOne = async (store: Store, conditions: RunConditions, id: string): Promise<void> => {
  const task = await store.read((view) => prepareTask(view, id, conditions.clock.now()));
  const results = task && (await evaluateInWorker(task));
  if (task && !results) return;
  await store.write(async (tx) => {
    await tx.unlink(pendingEvaluationsLink, 'all', id);
    const run = results && (await findOpenRun(tx, id));
    if (!run) return;
    const report = summarizeResults(results);
    await reportPolicyEvaluation({ ...conditions, tx }, id, report);
    if (report.status !== 'passed') await countFailure(tx, run.body.workspace);
  });
};

/**
 * Evaluates the policies of all runs that wait for them, and returns how many waited. One that fails does not hold up others: the first
 * error is thrown at the end.
 */
export const evaluatePendingPolicies = async (store: Store, conditions: RunConditions): Promise<number> => {
  const pending = await store.read((view) => view.listLinks(pendingEvaluationsLink, { from: 'all' }));
  const errors: unknown[] = [];
  for (const { to } of pending)
    try {
      await evaluateOne(store, conditions, to);
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
  return pending.length;
};

/** Evaluates policies. What is left because too many wait for the workers is tried again. */
export const createPolicyTask = ({ store, clock, settings, listeners }: BackgroundContext): BackgroundTask => ({
  name: 'evaluating policies',
  kinds: [pendingEvaluationsLink],
  pause: 50,
  perform: async () => {
    if ((await evaluatePendingPolicies(store, { clock, settings: settings(), listeners })) === 0) return undefined;
    const left = await store.read((view) => view.listLinks(pendingEvaluationsLink, { from: 'all' }));
    return left.length > 0 ? 'again' : undefined;
  },
});
