import { listWorkspaceRights } from '../../access/permissions.ts';
import { selectReadable } from '../../access/readable-workspaces.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import type { RequestContext } from '../../http/route.ts';
import { renderToMany, renderToOne, type Relationship, type ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { canOverridePolicies } from './gates/override-rights.ts';
import { toApplyId, toCostEstimateId, toPlanId, toRunEventId } from './run-ids.ts';
import type { StoredRun } from './stored.ts';
import type { RunAuthor, RunOptions } from './stored-parts.ts';
import { isCancelable, isConfirmable, isDiscardable, isForceCancelable } from './timeline.ts';

type Rights = ReadonlySet<WorkspaceRight>;
interface RunRights {
  readonly rights: Rights;
  readonly canOverride: boolean;
}

/**
 * Whether the plan has changes. Without a stored result it follows from the status: a plan without changes ends the run, and so does every
 * plan of a plan-only run.
 */
const hasPlannedChanges = ({ plan, reached, planOnly, outcome, isDestroy }: StoredRun): boolean =>
  plan?.hasChanges ??
  (reached['planned'] !== undefined ||
    (planOnly === true && reached['planned_and_finished'] !== undefined && (outcome !== 'no-changes' || isDestroy)));

const renderActions = (run: StoredRun, now: Date) => ({
  'is-cancelable': isCancelable(run),
  'is-confirmable': isConfirmable(run),
  'is-discardable': isDiscardable(run),
  'is-force-cancelable': isForceCancelable(run, now),
});

const renderRunPermissions = ({ rights, canOverride }: RunRights) => ({
  'can-apply': rights.has('queue-apply'),
  'can-cancel': rights.has('queue-apply'),
  'can-comment': rights.has('queue-run'),
  'can-discard': rights.has('queue-apply'),
  'can-force-execute': rights.has('queue-apply'),
  'can-force-cancel': rights.has('force-cancel'),
  'can-override-policy-check': canOverride,
});

const findLatestMoment = ({ reached, createdAt }: StoredRun): string =>
  Object.values(reached).reduce((latest, at) => (at > latest ? at : latest), createdAt);

/** When each status was reached. A run of this service could be queued for its plan from the beginning. */
const renderMoments = (reached: StoredRun['reached']): { readonly [moment: string]: string } =>
  Object.fromEntries(
    Object.entries(reached).flatMap(([status, at]) => [
      [`${status.replaceAll('_', '-')}-at`, at],
      ...(status === 'pending' ? [['plan-queueable-at', at] as const] : []),
    ]),
  );

/** The variables of a run; null: the value is sensitive. */
export const renderRunVariables = ({ variables = [] }: Pick<RunOptions, 'variables'> = {}) =>
  variables.map(({ key, value, sensitive }) => ({ key, value: sensitive ? null : value }));

/** One object literal with every member in its place, as documents of workspaces are. */
const renderAttributes = (body: StoredRun, own: RunRights, position: number, now: Date, sourceName: string | null) => {
  const { options = {}, reached } = body;
  return {
    status: body.status,
    message: body.message,
    'is-destroy': body.isDestroy,
    'auto-apply': body.autoApply,
    'plan-only': body.planOnly === true,
    'save-plan': body.savePlan === true,
    refresh: body.refresh !== false,
    'refresh-only': options.refreshOnly === true,
    'allow-empty-apply': options.allowEmptyApply === true,
    'allow-config-generation': options.allowConfigGeneration === true,
    'debugging-mode': options.debuggingMode === true,
    'target-addrs': options.targets ?? [],
    'replace-addrs': options.replacements ?? [],
    'invoke-action-addrs': options.invokedActions ?? [],
    'policy-paths': options.policyPaths ?? [],
    variables: renderRunVariables(options),
    'created-at': body.createdAt,
    'updated-at': findLatestMoment(body),
    'canceled-at': reached['canceled'] ?? reached['force_canceled'] ?? null,
    'force-cancel-available-at': body.forceCancelAt ?? null,
    'has-changes': hasPlannedChanges(body),
    source: body.source ?? 'tfe-api',
    'trigger-reason': 'manual',
    'triggering-source-name': sourceName,
    'engine-version': body.engineVersion ?? null,
    'position-in-queue': position,
    'status-timestamps': renderMoments(reached),
    actions: renderActions(body, now),
    permissions: renderRunPermissions(own),
  };
};

export const renderAuthor = (author: RunAuthor | undefined): Relationship =>
  renderToOne('users', author?.kind === 'user' ? author.id : null);

const renderRelationships = ({ id, body }: StoredRecord<StoredRun>): { readonly [name: string]: Relationship } => ({
  workspace: renderToOne('workspaces', body.workspace),
  'triggering-source': renderToOne('workspaces', body.trigger?.workspace ?? null),
  'triggering-run': renderToOne('runs', body.trigger?.run ?? null),
  plan: renderToOne('plans', toPlanId(id), `/api/v2/runs/${id}/plan`),
  apply: renderToOne('applies', toApplyId(id), `/api/v2/runs/${id}/apply`),
  'configuration-version': renderToOne('configuration-versions', body.configurationVersion ?? null),
  'created-by': renderAuthor(body.createdBy),
  'confirmed-by': renderAuthor(body.confirmedBy),
  'canceled-by': renderAuthor(body.canceledBy),
  'cost-estimate': renderToOne('cost-estimates', body.cost ? toCostEstimateId(id) : null),
  'policy-checks': renderToMany(
    'policy-checks',
    (body.checks ?? []).map((check) => check.id),
  ),
  'task-stages': renderToMany(
    'task-stages',
    (body.stages ?? []).map((stage) => stage.id),
  ),
  'tf-policy-evaluations': { data: [] },
  'run-events': renderToMany(
    'run-events',
    (body.events ?? []).map((_, index) => toRunEventId(id, index + 1)),
  ),
  comments: renderToMany('comments', body.comments ?? []),
  'run-trigger-snapshots': { data: [] },
});

const renderRun = (
  record: StoredRecord<StoredRun>,
  own: RunRights,
  now: Date,
  position: number,
  sourceName: string | null,
): ResourceObject => ({
  id: record.id,
  type: 'runs',
  attributes: renderAttributes(record.body, own, position, now, sourceName),
  relationships: renderRelationships(record),
  links: { self: `/api/v2/runs/${record.id}` },
});

const groupByScope = <T>(records: readonly StoredRecord<T>[]): readonly (readonly StoredRecord<T>[])[] => {
  const groups = new Map<string, StoredRecord<T>[]>();
  for (const record of records) groups.set(record.scope, [...(groups.get(record.scope) ?? []), record]);
  return [...groups.values()];
};

/** What the caller may do in each of these workspaces, by id. */
export const loadRunRights = async (ctx: RequestContext, workspaceIds: readonly string[]): Promise<ReadonlyMap<string, Rights>> => {
  const workspaces = await ctx.tx.getMany<StoredWorkspace>('workspaces', [...new Set(workspaceIds)]);
  const rights = new Map<string, Rights>();
  for (const group of groupByScope(workspaces)) for (const [id, one] of await listWorkspaceRights(ctx, group)) rights.set(id, one);
  return rights;
};

/** Which workspaces, of those whose runs started these runs, the caller can see. */
const selectReadableSources = async (ctx: RequestContext, records: readonly StoredRecord<StoredRun>[]): Promise<ReadonlySet<string>> => {
  const sources = new Set(records.flatMap(({ body }) => body.trigger?.workspace ?? []));
  return sources.size === 0 ? sources : selectReadable(ctx, records[0]!.body.organization, [...sources]);
};

/** Documents of the runs that the caller can see; `positions`: in the queue, by ID. */
export const renderRuns = async (
  ctx: RequestContext,
  records: readonly StoredRecord<StoredRun>[],
  positions: ReadonlyMap<string, number> = new Map(),
): Promise<readonly ResourceObject[]> => {
  if (records.length === 0) return [];
  const rights = await loadRunRights(
    ctx,
    records.map(({ body }) => body.workspace),
  );
  const readable = await selectReadableSources(ctx, records);
  return records.flatMap((record) => {
    const own = rights.get(record.body.workspace);
    if (!own?.has('read-run')) return [];
    const canOverride = canOverridePolicies(ctx, record.body.organization);
    const { trigger } = record.body;
    const sourceName = trigger && readable.has(trigger.workspace) ? trigger.workspaceName : null;
    return [renderRun(record, { rights: own, canOverride }, ctx.clock.now(), positions.get(record.id) ?? 0, sourceName)];
  });
};
