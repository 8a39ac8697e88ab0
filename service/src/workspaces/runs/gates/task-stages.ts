import type { WorkspaceRight } from '../../../access/workspace-rights.ts';
import { conflict, notFound } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import { listResources, parsePage, renderResourcePage } from '../../../json-api/page.ts';
import { noContent, okDocument } from '../../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { findRunInWorkspace, requireRun } from '../require-run.ts';
import { settleTaskStage } from './attach-task-stage.ts';
import { describeGate, describeGateList, describeOverride, describeText } from './describe-gates.ts';
import { requirePolicyOverride } from './override-rights.ts';
import type { StoredRun } from '../stored.ts';
import { renderTaskResult, renderTaskResultOutcome, renderTaskStages } from './render-task-stages.ts';
import { outcomeLink, type StoredPolicyEvaluation, type StoredTaskResult, type StoredTaskStage } from './stored.ts';

export const requireTaskStage = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredTaskStage>> => {
  const id = ctx.params['task_stage_id']!;
  const what = `the task stage ${id}`;
  const stage = await ctx.tx.get<StoredTaskStage>('task-stages', id);
  if (!stage) throw notFound(what);
  await findRunInWorkspace(ctx, stage.body.run, right, what);
  return stage;
};

const showTaskStage = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument((await renderTaskStages(ctx, [await requireTaskStage(ctx, 'read-run')]))[0]!);

const listTaskStages = async (ctx: RequestContext): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'read-run');
  const ids = (run.body.stages ?? []).map(({ id }) => id);
  return listResources<StoredTaskStage>(ctx, { kind: 'task-stages', scope: run.scope, ids }, (records) => renderTaskStages(ctx, records));
};

const overrideTaskStage = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const stage = await requireTaskStage(ctx, 'read-run');
  const run = (await ctx.tx.get<StoredRun>('runs', stage.body.run))!;
  requirePolicyOverride(ctx, run.body.organization, `the task stage ${stage.id}`);
  if (stage.body.status !== 'awaiting_override') throw conflict(`a task stage that is ${stage.body.status} cannot be overridden`);
  const at = ctx.clock.now().toISOString();
  for (const evaluation of await ctx.tx.getMany<StoredPolicyEvaluation>('policy-evaluations', stage.body.evaluations))
    if (evaluation.body.status === 'failed')
      await ctx.tx.update<StoredPolicyEvaluation>(evaluation, {
        body: { ...evaluation.body, status: 'overridden', updatedAt: at, reached: { ...evaluation.body.reached, overridden: at } },
      });
  await settleTaskStage(ctx, stage.id, 'passed');
  return showTaskStage(ctx);
};

const requireTaskResult = async (ctx: RequestContext): Promise<StoredRecord<StoredTaskResult>> => {
  const id = ctx.params['task_result_id']!;
  const what = `the task result ${id}`;
  const result = await ctx.tx.get<StoredTaskResult>('task-results', id);
  if (!result) throw notFound(what);
  await findRunInWorkspace(ctx, result.body.run, 'read-run', what);
  return result;
};

const showResultBody = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id, body } = await requireTaskResult(ctx);
  const texts = body.outcomes.flatMap((outcome) => outcome.body ?? []);
  if (texts.length === 0) throw notFound(`the body of the task result ${id}`);
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: new TextEncoder().encode(texts.join('\n')) };
};

const listOutcomes = async (ctx: RequestContext): Promise<RouteResponse> => {
  const result = await requireTaskResult(ctx);
  const page = parsePage(ctx);
  const { outcomes } = result.body;
  const documents = outcomes.slice(page.offset, page.offset + page.size).map((one) => renderTaskResultOutcome(result, one));
  return renderResourcePage(ctx, page, outcomes.length, documents);
};

/** Outcomes are parts of their result, which a link leads to. */
const requireOutcome = async (ctx: RequestContext) => {
  const id = ctx.params['task_result_outcome_id']!;
  const what = `the task result outcome ${id}`;
  const [link] = await ctx.tx.listLinks(outcomeLink, { to: id });
  const result = link && (await ctx.tx.get<StoredTaskResult>('task-results', link.from));
  const outcome = result?.body.outcomes.find((one) => one.id === id);
  if (!result || !outcome) throw notFound(what);
  await findRunInWorkspace(ctx, result.body.run, 'read-run', what);
  return { result, outcome };
};
const showOutcome = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { result, outcome } = await requireOutcome(ctx);
  return okDocument(renderTaskResultOutcome(result, outcome));
};
const showOutcomeBody = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { outcome } = await requireOutcome(ctx);
  if (outcome.body === null) return noContent;
  return { status: 200, headers: { 'content-type': 'text/markdown; charset=utf-8' }, body: new TextEncoder().encode(outcome.body) };
};

const [stage, result, outcome] = [
  '/task-stages/{task_stage_id}',
  '/task-results/{task_result_id}',
  '/task-result-outcomes/{task_result_outcome_id}',
];
export const routes = [
  route('GET /runs/{run_id}/task-stages', listTaskStages, {
    description: describeGateList('taskStage', 'Lists the task stages of a run.'),
  }),
  route(`GET ${stage}`, showTaskStage, { description: describeGate('taskStage', 'Shows a task stage.') }),
  route(`POST ${stage}/actions/override`, overrideTaskStage, {
    plainJson: true,
    description: describeOverride('taskStage', 'Lets a run go on that a task stage holds up.'),
  }),
  route(`GET ${result}`, async (ctx) => okDocument(renderTaskResult(await requireTaskResult(ctx))), {
    description: describeGate('taskResult', 'Shows what a task said of a run.'),
  }),
  route(`GET ${result}/body`, showResultBody, {
    description: describeText('Shows the texts of the outcomes of a task result.', 'application/octet-stream'),
  }),
  route(`GET ${result}/outcomes`, listOutcomes, {
    description: describeGateList('taskResultOutcome', 'Lists the outcomes of a task result.'),
  }),
  route(`GET ${outcome}`, showOutcome, { description: describeGate('taskResultOutcome', 'Shows an outcome of a task result.') }),
  route(`GET ${outcome}/body`, showOutcomeBody, {
    description: describeText('Shows the text of an outcome of a task result.', 'text/markdown'),
  }),
];
