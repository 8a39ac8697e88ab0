import type { NounRecord } from '../../../nouns/noun-record.ts';
import type { ReadTransaction } from '../../../store/store.ts';
import { attachTaskStage } from '../../runs/gates/attach-task-stage.ts';
import type { StoredTaskStage } from '../../runs/gates/stored.ts';
import type { RunContext } from '../../runs/run-context.ts';
import type { RunListener, StartingRun } from '../../runs/run-listeners.ts';
import type { StageReference } from '../../runs/stored-parts.ts';
import { policiesOfSets } from '../policies.ts';
import { findPolicySets } from './find-policy-sets.ts';
import { pendingEvaluationsLink } from './pending-evaluations.ts';

/** Returns the sets that contain policies. */
const keepFilledSets = async (view: ReadTransaction, sets: readonly NounRecord[]): Promise<readonly NounRecord[]> => {
  if (sets.length === 0) return [];
  const links = await view.listLinks(policiesOfSets, { from: sets.map(({ id }) => id) });
  const filled = new Set(links.map(({ from }) => from));
  return sets.filter(({ id, body }) => filled.has(id) || body['currentVersion'] !== undefined);
};

const describeIgnoredSets = (sets: readonly NounRecord[]): string =>
  `Policy sets that are not evaluated, because this service evaluates policies in Rego only: ${sets
    .map(({ body }) => String(body['name']))
    .join(', ')}`;

/** Links a run → its evaluations of policy sets, without scripted ones. */
const evaluationsOfRun = 'policy-set-evaluations';

const attachEvaluation = async (context: RunContext, run: StartingRun, present: readonly StageReference[]): Promise<StageReference> => {
  const { tx } = context;
  const stage = await attachTaskStage(context, run, { stage: 'post_plan', evaluations: [{ policyKind: 'opa' }] }, present);
  const { evaluations } = (await tx.get<StoredTaskStage>('task-stages', stage.id))!.body;
  for (const id of evaluations) await tx.link(evaluationsOfRun, run.id, id);
  return stage;
};

/** Gives a run the task stage in which its policies in Rego are evaluated, and an event that names the policy sets that are not. */
export const policyRunListener: RunListener = {
  attach: async (context, run, stages) => {
    const sets = await keepFilledSets(context.tx, await findPolicySets(context.tx, run.workspace));
    const ignored = sets.filter(({ body }) => body['kind'] !== 'opa');
    const at = context.clock.now().toISOString();
    return {
      stages: sets.length === ignored.length ? [] : [await attachEvaluation(context, run, stages)],
      events: ignored.length === 0 ? [] : [{ action: 'ignored_policy_sets', description: describeIgnoredSets(ignored), at }],
    };
  },
  entered: async ({ tx }, { id: run }, statuses) => {
    if (!statuses.includes('post_plan_running')) return;
    for (const { to } of await tx.listLinks(evaluationsOfRun, { from: run })) {
      await tx.link(pendingEvaluationsLink, 'all', to);
    }
  },
};
