import { notFound } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { listResources } from '../../../json-api/page.ts';
import { okDocument } from '../../../json-api/responses.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { findRunInWorkspace } from '../require-run.ts';
import { describeGate, describeGateList } from './describe-gates.ts';
import { renderPolicyEvaluation, renderPolicySetOutcome } from './render-task-stages.ts';
import type { StoredPolicyEvaluation, StoredPolicySetOutcome } from './stored.ts';
import { requireTaskStage } from './task-stages.ts';

const findEvaluation = async (ctx: RequestContext, id: string, what: string): Promise<StoredRecord<StoredPolicyEvaluation>> => {
  const evaluation = await ctx.tx.get<StoredPolicyEvaluation>('policy-evaluations', id);
  if (!evaluation) throw notFound(what);
  await findRunInWorkspace(ctx, evaluation.body.run, 'read-run', what);
  return evaluation;
};
const requireEvaluation = (ctx: RequestContext): Promise<StoredRecord<StoredPolicyEvaluation>> => {
  const id = ctx.params['policy_evaluation_id']!;
  return findEvaluation(ctx, id, `the policy evaluation ${id}`);
};

const listEvaluations = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, body } = await requireTaskStage(ctx, 'read-run');
  return listResources<StoredPolicyEvaluation>(ctx, { kind: 'policy-evaluations', scope, ids: body.evaluations }, async (records) =>
    records.map(renderPolicyEvaluation),
  );
};

const listOutcomes = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, body } = await requireEvaluation(ctx);
  return listResources<StoredPolicySetOutcome>(ctx, { kind: 'policy-set-outcomes', scope, ids: body.outcomes }, async (records) =>
    records.map(renderPolicySetOutcome),
  );
};

const showOutcome = async (ctx: RequestContext): Promise<RouteResponse> => {
  const what = `the policy set outcome ${ctx.params['policy_set_outcome_id']}`;
  const outcome = await ctx.tx.get<StoredPolicySetOutcome>('policy-set-outcomes', ctx.params['policy_set_outcome_id']!);
  if (!outcome) throw notFound(what);
  await findEvaluation(ctx, outcome.body.evaluation, what);
  return okDocument(renderPolicySetOutcome(outcome));
};

const path = '/policy-evaluations/{policy_evaluation_id}';
export const routes = [
  route('GET /task-stages/{task_stage_id}/policy-evaluations', listEvaluations, {
    description: describeGateList('policyEvaluation', 'Lists the policy evaluations of a task stage.'),
  }),
  route(`GET ${path}`, async (ctx) => okDocument(renderPolicyEvaluation(await requireEvaluation(ctx))), {
    description: describeGate('policyEvaluation', 'Shows a policy evaluation.'),
  }),
  route(`GET ${path}/policy-set-outcomes`, listOutcomes, {
    description: describeGateList('policySetOutcome', 'Lists what a policy evaluation says of each policy set.'),
  }),
  route('GET /policy-set-outcomes/{policy_set_outcome_id}', showOutcome, {
    description: describeGate('policySetOutcome', 'Shows what a policy evaluation says of a policy set.'),
  }),
];
