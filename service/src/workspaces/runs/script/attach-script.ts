import { newId } from '../../../store/new-id.ts';
import type { RunContext } from '../run-context.ts';
import type { RunAttachments, StartingRun } from '../run-listeners.ts';
import type { StageReference } from '../stored-parts.ts';
import { attachPolicyCheck, settlePolicyCheck } from '../gates/attach-policy-check.ts';
import { attachTaskStage, reportPolicyEvaluation, reportTaskResult, resolveTaskStage } from '../gates/attach-task-stage.ts';
import type { StoredTaskStage } from '../gates/stored.ts';
import type { RunStatus } from '../stored.ts';
import type { KeptScript, PolicyCheckScript, PolicyEvaluationScript, RunScript, TaskStageScript } from './run-script.ts';

const attachStage = async (
  context: RunContext,
  run: StartingRun,
  { stage, results, evaluations }: TaskStageScript,
): Promise<StageReference> => {
  const tasks = results.map(({ name, enforcement }) => ({
    task: { id: `task-${name}`, name, url: null },
    workspaceTask: null,
    enforcement,
    agentPool: null,
  }));
  return attachTaskStage(context, run, { stage, results: tasks, evaluations: evaluations.map(() => ({ policyKind: 'opa' })) });
};

/** The task stages, policy checks, costs and events that a script gives a run. */
export const attachScript = async (context: RunContext, run: StartingRun, script: RunScript): Promise<RunAttachments> => {
  const stages: StageReference[] = [];
  for (const one of script.taskStages ?? []) stages.push(await attachStage(context, run, one));
  const checks: StageReference[] = [];
  for (const { scope } of script.policyChecks ?? []) checks.push(await attachPolicyCheck(context, run, scope));
  const at = context.clock.now().toISOString();
  return {
    stages,
    checks,
    events: (script.events ?? []).map((event) => ({ ...event, at })),
    ...(script.cost ? { cost: script.cost } : {}),
  };
};

const settleEvaluation = async (context: RunContext, id: string, script: PolicyEvaluationScript): Promise<void> => {
  const { status, policySet, output } = script;
  const count = (word: PolicyEvaluationScript['status']): number => (status === word ? 1 : 0);
  const counts = { 'advisory-failed': 0, 'mandatory-failed': count('failed'), passed: count('passed'), errored: count('errored') };
  const outcome = {
    enforcement_level: 'mandatory',
    query: null,
    status,
    policy_name: policySet,
    description: '',
    output: output === '' ? null : [output],
  };
  const set = { policySetName: policySet, policySetDescription: null, overridable: true, toolVersion: '0.0.0' };
  await reportPolicyEvaluation(context, id, {
    status,
    counts,
    outcomes: [{ ...set, error: status === 'errored' ? output : null, warnings: [], counts, outcomes: [outcome] }],
  });
};

const settleStage = async (context: RunContext, id: string, { results, evaluations }: TaskStageScript): Promise<void> => {
  const stage = await context.tx.get<StoredTaskStage>('task-stages', id);
  for (const [index, { status, message, url, outcomes }] of results.entries()) {
    const told = outcomes.map(({ name, description, body }) => ({
      id: newId('tro'),
      outcomeId: name,
      description,
      tags: null,
      url: null,
      body,
    }));
    await reportTaskResult(context, stage!.body.results[index]!, { status, message, url, outcomes: told });
  }
  for (const [index, evaluation] of evaluations.entries()) await settleEvaluation(context, stage!.body.evaluations[index]!, evaluation);
  await resolveTaskStage(context, id);
};

const settleCheck = async (context: RunContext, id: string, { status, output }: PolicyCheckScript): Promise<void> => {
  const count = (word: PolicyCheckScript['status']): number => (status === word ? 1 : 0);
  await settlePolicyCheck(context, id, {
    status,
    output,
    result: {
      result: status === 'passed',
      passed: count('passed'),
      'total-failed': 1 - count('passed'),
      'hard-failed': count('hard_failed') + count('errored'),
      'soft-failed': count('soft_failed'),
      'advisory-failed': 0,
      'duration-ms': 0,
      sentinel: null,
    },
  });
};

/** Gives the stages and checks that were made of a script their results, when the run enters the status in which they count. */
export const settleScript = async (context: RunContext, script: KeptScript, status: RunStatus): Promise<void> => {
  const { taskStages = [], policyChecks = [], stageIds = [], checkIds = [] } = script;
  for (const [index, stage] of taskStages.entries())
    if (status === `${stage.stage}_running`) await settleStage(context, stageIds[index]!, stage);
  if (status === 'policy_checking')
    for (const [index, check] of policyChecks.entries()) await settleCheck(context, checkIds[index]!, check);
};
