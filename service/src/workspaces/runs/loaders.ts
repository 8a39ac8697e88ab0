import type { DocumentLoaders, RequestContext } from '../../http/route.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderConfigurationVersions, renderIngress, toConfigurationId } from '../configuration-versions/render-configuration-versions.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import type { StoredComment } from './comments/add-comment.ts';
import { renderComment } from './comments/comments.ts';
import { renderCostEstimate } from './cost-estimates.ts';
import { renderPolicyChecks } from './gates/policy-checks.ts';
import {
  renderPolicyEvaluation,
  renderPolicySetOutcome,
  renderTaskResult,
  renderTaskResultOutcome,
  renderTaskStages,
} from './gates/render-task-stages.ts';
import {
  outcomeLink,
  type StoredPolicyCheck,
  type StoredPolicyEvaluation,
  type StoredPolicySetOutcome,
  type StoredTaskResult,
  type StoredTaskStage,
} from './gates/stored.ts';
import { renderApply, renderPlan } from './phases/render-phases.ts';
import { loadRunRights, renderRuns } from './render-runs.ts';
import { renderRunEvent } from './run-events.ts';
import { parseRunEventId, toRunId } from './run-ids.ts';
import type { StoredRun } from './stored.ts';

type Documents = Promise<readonly ResourceObject[]>;

const present = (ids: readonly (string | undefined)[]): readonly string[] => [...new Set(ids.filter((id) => id !== undefined))];

/** The records of workspaces whose runs the caller can see. */
const pickVisible = async <T>(ctx: RequestContext, records: readonly StoredRecord<T>[]): Promise<readonly StoredRecord<T>[]> => {
  const rights = await loadRunRights(
    ctx,
    records.map(({ scope }) => scope),
  );
  return records.filter(({ scope }) => rights.get(scope)?.has('read-run'));
};

const loadVisible = async <T>(ctx: RequestContext, kind: string, ids: readonly string[]): Promise<readonly StoredRecord<T>[]> =>
  pickVisible(ctx, await ctx.tx.getMany<T>(kind, ids));

const loadPlans = async (ctx: RequestContext, ids: readonly string[]): Documents => {
  const runs = await ctx.tx.getMany<StoredRun>('runs', present(ids.map((id) => toRunId('plan', id))));
  const rights = await loadRunRights(
    ctx,
    runs.map(({ scope }) => scope),
  );
  return runs.flatMap((run) =>
    rights.get(run.scope)?.has('read-run') ? [renderPlan(ctx, run, rights.get(run.scope)!.has('read-plan-json'))] : [],
  );
};

const loadEvents = async (ctx: RequestContext, ids: readonly string[]): Documents => {
  const events = ids.flatMap((id) => parseRunEventId(id) ?? []);
  const runs = await loadVisible<StoredRun>(ctx, 'runs', present(events.map(({ run }) => run)));
  const byId = new Map(runs.map((run) => [run.id, run]));
  return events.flatMap(({ run, number }) => (byId.has(run) ? (renderRunEvent(byId.get(run)!, number) ?? []) : []));
};

const loadTaskResultOutcomes = async (ctx: RequestContext, ids: readonly string[]): Documents => {
  const links = await ctx.tx.listLinks(outcomeLink, { to: ids });
  const results = await loadVisible<StoredTaskResult>(ctx, 'task-results', present(links.map(({ from }) => from)));
  return results.flatMap((result) =>
    result.body.outcomes.filter(({ id }) => ids.includes(id)).map((one) => renderTaskResultOutcome(result, one)),
  );
};

/** Loads one kind of record and renders each by itself. */
const createLoader =
  <T>(kind: string, render: (ctx: RequestContext, record: StoredRecord<T>) => ResourceObject | undefined) =>
  async (ctx: RequestContext, ids: readonly string[]): Documents =>
    (await loadVisible<T>(ctx, kind, ids)).flatMap((record) => render(ctx, record) ?? []);

/** Loads runs by the ids of what exactly belongs to one. */
const createPartLoader =
  (prefix: 'apply' | 'ce', render: (ctx: RequestContext, run: StoredRecord<StoredRun>) => ResourceObject | undefined) =>
  (ctx: RequestContext, ids: readonly string[]): Documents =>
    createLoader('runs', render)(ctx, present(ids.map((id) => toRunId(prefix, id))));

/** What `include` brings of runs and what belongs to them. */
export const runDocumentLoaders: DocumentLoaders = {
  runs: async (ctx, ids) => renderRuns(ctx, await ctx.tx.getMany<StoredRun>('runs', ids)),
  plans: loadPlans,
  applies: createPartLoader('apply', renderApply),
  'cost-estimates': createPartLoader('ce', (_, run) => renderCostEstimate(run)),
  'configuration-versions': async (ctx, ids) =>
    renderConfigurationVersions(ctx, await loadVisible<StoredConfigurationVersion>(ctx, 'configuration-versions', ids)),
  'ingress-attributes': async (ctx, ids) =>
    (await loadVisible<StoredConfigurationVersion>(ctx, 'configuration-versions', ids.map(toConfigurationId)))
      .filter(({ body }) => body.ingress !== null)
      .map(renderIngress),
  'run-events': loadEvents,
  comments: createLoader<StoredComment>('run-comments', (_, comment) => renderComment(comment)),
  'policy-checks': async (ctx, ids) => renderPolicyChecks(ctx, await ctx.tx.getMany<StoredPolicyCheck>('policy-checks', ids)),
  'task-stages': async (ctx, ids) => renderTaskStages(ctx, await ctx.tx.getMany<StoredTaskStage>('task-stages', ids)),
  'task-results': createLoader<StoredTaskResult>('task-results', (_, result) => renderTaskResult(result)),
  'task-result-outcomes': loadTaskResultOutcomes,
  'policy-evaluations': createLoader<StoredPolicyEvaluation>('policy-evaluations', (_, one) => renderPolicyEvaluation(one)),
  'policy-set-outcomes': createLoader<StoredPolicySetOutcome>('policy-set-outcomes', (_, one) => renderPolicySetOutcome(one)),
};
