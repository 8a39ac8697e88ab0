import type { RequestContext } from '../../../http/route.ts';
import { renderToMany, renderToOne, type ResourceObject } from '../../../json-api/resource-object.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { loadRunRights } from '../render-runs.ts';
import { toCostEstimateId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import { canOverridePolicies } from './override-rights.ts';
import { renderTimestamps } from './render-timestamps.ts';
import type { StoredPolicyEvaluation, StoredPolicySetOutcome, StoredTaskResult, StoredTaskStage, TaskResultOutcome } from './stored.ts';

/** Documents of task stages; a run that is over leaves none open. */
export const renderTaskStages = async (
  ctx: RequestContext,
  records: readonly StoredRecord<StoredTaskStage>[],
): Promise<readonly ResourceObject[]> => {
  const rights = await loadRunRights(
    ctx,
    records.map(({ scope }) => scope),
  );
  const found = await ctx.tx.getMany<StoredRun>('runs', [...new Set(records.map(({ body }) => body.run))]);
  const runs = new Map(found.map((run) => [run.id, run.body]));
  return records.flatMap(({ id, scope, body }): readonly ResourceObject[] => {
    const own = rights.get(scope);
    const run = runs.get(body.run);
    if (!own?.has('read-run') || !run) return [];
    const isOpen = body.status === 'pending' || body.status === 'running';
    const canOverride = canOverridePolicies(ctx, run.organization);
    return [
      {
        id,
        type: 'task-stages',
        attributes: {
          status: isOpen && !run.active ? 'canceled' : body.status,
          stage: body.stage,
          'status-timestamps': renderTimestamps(body.reached),
          'created-at': body.createdAt,
          'updated-at': body.updatedAt,
          actions: { 'is-overridable': body.status === 'awaiting_override' },
          permissions: { 'can-override-policy': canOverride, 'can-override-tasks': canOverride, 'can-override': canOverride },
        },
        relationships: {
          run: renderToOne('runs', body.run),
          'cost-estimate': renderToOne('cost-estimates', run.cost ? toCostEstimateId(body.run) : null),
          'task-results': renderToMany('task-results', body.results),
          'policy-evaluations': renderToMany('policy-evaluations', body.evaluations),
        },
        links: { self: `/api/v2/task-stages/${id}` },
      },
    ];
  });
};

export const renderTaskResult = ({ id, body }: StoredRecord<StoredTaskResult>): ResourceObject => ({
  id,
  type: 'task-results',
  attributes: {
    message: body.message,
    status: body.status,
    'status-timestamps': renderTimestamps(body.reached),
    url: body.url,
    'created-at': body.createdAt,
    'updated-at': body.updatedAt,
    'task-id': body.task.id,
    'task-name': body.task.name,
    'task-url': body.task.url,
    'task-result-outcomes-count': body.outcomes.length,
    stage: body.stage,
    'is-speculative': body.isSpeculative,
    'workspace-task-id': body.workspaceTask,
    'workspace-task-enforcement-level': body.enforcement,
    'agent-pool-id': body.agentPool,
  },
  relationships: {
    'task-stage': renderToOne('task-stages', body.stageId),
    'task-result-outcomes': renderToMany(
      'task-result-outcomes',
      body.outcomes.map((outcome) => outcome.id),
    ),
  },
  links: { self: `/api/v2/task-results/${id}` },
});

export const renderTaskResultOutcome = (
  { id: result, body }: StoredRecord<StoredTaskResult>,
  { id, outcomeId, description, tags, url, body: text }: TaskResultOutcome,
): ResourceObject => ({
  id,
  type: 'task-result-outcomes',
  attributes: { 'created-at': body.updatedAt, 'outcome-id': outcomeId, description, tags, url },
  relationships: { 'task-result': renderToOne('task-results', result) },
  links: {
    self: `/api/v2/task-result-outcomes/${id}`,
    ...(text === null ? {} : { body: `/api/v2/task-result-outcomes/${id}/body` }),
  },
});

export const renderPolicyEvaluation = ({ id, body }: StoredRecord<StoredPolicyEvaluation>): ResourceObject => ({
  id,
  type: 'policy-evaluations',
  attributes: {
    status: body.status,
    'policy-kind': body.policyKind,
    'status-timestamps': renderTimestamps(body.reached),
    'created-at': body.createdAt,
    'updated-at': body.updatedAt,
    'result-count': body.counts,
  },
  relationships: {
    'policy-attachable': renderToOne('task-stages', body.stageId),
    'policy-set-outcomes': renderToMany('policy-set-outcomes', body.outcomes),
  },
  links: { self: `/api/v2/policy-evaluations/${id}` },
});

export const renderPolicySetOutcome = ({ id, body }: StoredRecord<StoredPolicySetOutcome>): ResourceObject => ({
  id,
  type: 'policy-set-outcomes',
  attributes: {
    outcomes: body.outcomes,
    error: body.error,
    warnings: body.warnings,
    overridable: body.overridable,
    'policy-set-name': body.policySetName,
    'policy-set-description': body.policySetDescription,
    'result-count': body.counts,
    // The name that HashiCorp's Go client reads.
    result_count: body.counts,
    'policy-tool-version': body.toolVersion,
  },
  relationships: { 'policy-evaluation': renderToOne('policy-evaluations', body.evaluation) },
});
