import { isIncluded } from '../../json-api/resolve-includes.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { JsonObject } from '../../json-api/parse-document.ts';
import type { RequestContext } from '../../http/route.ts';
import { type Organization, resolveTier } from '../../access/records.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderPermissions, listWorkspaceRights } from '../../access/permissions.ts';
import { selectReadable } from '../../access/readable-workspaces.ts';
import { buildWorkspacePath } from '../pages/paths.ts';
import { stateConsumersLink } from '../../access/run-rights.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import type { StoredOauthClient } from '../oauth-clients/stored.ts';
import type { StoredProject } from '../projects/stored.ts';
import { hasAssessments } from './assessments.ts';
import { resolveAutoDestroy } from './auto-destroy.ts';
import { resolveExecution, type WorkspaceParents, renderOverwrites } from './execution.ts';
import { lockHolderTypes } from './lock-holder.ts';
import { mergeEffectiveTags } from '../tags/effective-tags.ts';
import { listBindingIds } from '../tags/render-bindings.ts';
import { workspaceDefaults, type WorkspaceLock, type StoredWorkspace } from './stored.ts';
import { findOauthConnection, renderVcsRepo } from './vcs-repo.ts';

type Rights = ReadonlySet<WorkspaceRight>;
const renderLockHolder = (lock: WorkspaceLock | null) =>
  renderToOne(lock ? lockHolderTypes[lock.holder.kind] : '', lock?.holder.id ?? null);

/** One object literal with every member in its place: engines create these fast, and a list renders hundreds of them. */
// oxlint-disable-next-line max-lines-per-function -- a table of attributes
const renderAttributes = (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredWorkspace>,
  home: WorkspaceParents,
  rights: Rights,
  connection: StoredOauthClient | undefined,
): JsonObject => {
  const { attributes: chosen, lock } = body;
  const { settings, dialect } = ctx;
  const { mode, pool } = resolveExecution(chosen, home);
  const destroy = resolveAutoDestroy(body, home.project);
  const repo = chosen['vcs-repo'];
  const plain = (name: string): unknown => chosen[name] ?? workspaceDefaults[name];
  const attributes: { [name: string]: unknown } = {
    name: body.name,
    description: plain('description'),
    'execution-mode': mode,
    operations: mode !== 'local',
    'agent-pool-id': pool,
    'setting-overwrites': renderOverwrites(body, dialect),
    'allow-destroy-plan': plain('allow-destroy-plan'),
    'auto-apply': plain('auto-apply'),
    'auto-apply-run-trigger': plain('auto-apply-run-trigger'),
    // The hosted service shows the project's where the workspace inherits it.
    'auto-destroy-activity-duration': dialect === 'hosted' ? destroy.duration : plain('auto-destroy-activity-duration'),
    'auto-destroy-at': destroy.at,
    'auto-destroy-status': destroy.status,
    'inherits-project-auto-destroy': destroy.inherits,
    'file-triggers-enabled': plain('file-triggers-enabled'),
    'global-remote-state': chosen['global-remote-state'],
    'project-remote-state': plain('project-remote-state'),
    'queue-all-runs': plain('queue-all-runs'),
    'source-name': plain('source-name'),
    'source-url': plain('source-url'),
    'speculative-enabled': plain('speculative-enabled'),
    'structured-run-output-enabled': plain('structured-run-output-enabled'),
    'engine-version': chosen['engine-version'],
    'trigger-patterns': plain('trigger-patterns'),
    'trigger-prefixes': plain('trigger-prefixes'),
    // In the hosted service the root of the repository is an empty text.
    'working-directory': plain('working-directory') ?? (dialect === 'hosted' ? '' : null),
    'vcs-repo': repo ? renderVcsRepo(ctx, repo, connection, { workspace: id, mayUpdate: rights.has('update') }) : null,
    'vcs-repo-identifier': repo?.identifier ?? null,
    'oauth-client-name': connection ? (connection.name ?? connection.serviceProvider) : null,
    actions: { 'is-destroyable': plain('allow-destroy-plan') },
    environment: 'default',
    source: dialect === 'hosted' ? 'tfe-api' : 'api',
    'created-at': body.createdAt,
    'updated-at': body.updatedAt,
    'latest-change-at': body.latestChangeAt,
    'last-assessment-result-at': body.assessment?.at ?? null,
    locked: lock !== null,
    'locked-reason': lock === null ? null : lock.reason,
    permissions: renderPermissions(rights),
    'source-module-id': body.noCode?.sourceModuleId ?? null,
    'no-code-upgrade-available': body.noCode?.upgradeAvailable ?? null,
    'effective-state-version-retention-desc': null,
    'effective-run-data-retention-desc': null,
    'hyok-enabled': plain('hyok-enabled'),
    'tag-names': body.tagNames,
    'resource-count': body.resourceCount,
    'apply-duration-average': body.applyDurationAverage,
    'plan-duration-average': body.planDurationAverage,
    'policy-check-failures': body.policyCheckFailures,
    'run-failures': body.runFailures,
    'workspace-kpis-runs-count': body.runsCount,
  };
  if (settings.edition === 'hosted') {
    attributes['assessments-enabled'] = hasAssessments(settings, home, chosen);
    if (resolveTier(home.organization, settings) === 'plus')
      attributes['unarchived_workspace_change_requests_count'] = body.openChangeRequests ?? 0;
  }
  if (dialect === 'hosted') {
    attributes['can-queue-destroy-plan'] = plain('allow-destroy-plan') !== false && rights.has('queue-destroy');
    if (body.lockReason !== undefined) attributes['reason'] = body.lockReason;
  }
  return attributes;
};

// oxlint-disable-next-line max-lines-per-function -- a table of relationships
const renderRelationships = (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredWorkspace>,
  home: WorkspaceParents,
  variables: readonly string[],
  consumers: readonly string[] | undefined,
): NonNullable<ResourceObject['relationships']> => {
  const below = `/api/v2/workspaces/${id}`;
  const linked = (path: string) => ({ related: `${below}/${path}` });
  const run = renderToOne('runs', body.currentRun?.id ?? null, body.currentRun ? `/api/v2/runs/${body.currentRun.id}` : undefined);
  return {
    'agent-pool': renderToOne('agent-pools', resolveExecution(body.attributes, home).pool),
    'current-configuration-version': renderToOne(
      'configuration-versions',
      body.currentConfigurationVersion ?? body.awaitedConfigurationVersion ?? null,
    ),
    'current-run': run,
    'latest-run': run,
    'current-state-version': renderToOne(
      'state-versions',
      body.currentStateVersion,
      body.currentStateVersion === null ? undefined : `${below}/current-state-version`,
    ),
    'current-assessment-result': renderToOne('assessment-results', body.assessment?.result ?? null),
    organization: renderToOne('organizations', body.organization),
    outputs: renderToMany(
      'workspace-outputs',
      body.outputs.map((output) => output.id),
    ),
    project: renderToOne('projects', body.project, `/api/v2/projects/${body.project}`),
    readme: { data: null },
    'remote-state-consumers': {
      ...(consumers ? renderToMany('workspaces', consumers) : {}),
      links: linked('relationships/remote-state-consumers'),
    },
    'ssh-key': renderToOne('ssh-keys', body.sshKey),
    'locked-by': renderLockHolder(body.lock),
    'tag-bindings': { data: renderToMany('tag-bindings', listBindingIds('tb', id, body.tags)).data, links: linked('tag-bindings') },
    'effective-tag-bindings': {
      data: renderToMany(
        'effective-tag-bindings',
        listBindingIds(
          'etb',
          id,
          mergeEffectiveTags(body.tags, home.project.tags).map(({ pair }) => pair),
        ),
      ).data,
      links: linked('effective-tag-bindings'),
    },
    vars: renderToMany('vars', variables),
    'data-retention-policy': renderToOne(body.retention?.type ?? '', body.retention?.id ?? null),
    'no-code-module-version': renderToOne('no-code-modules', body.noCode?.module ?? null),
  };
};

type Workspaces = readonly StoredRecord<StoredWorkspace>[];

/** The projects of the workspaces by ID: one look-up for all. */
const loadProjects = async ({ tx }: RequestContext, records: Workspaces): Promise<ReadonlyMap<string, StoredProject>> => {
  const ids = [...new Set(records.map(({ body }) => body.project))];
  const found = ids.length === 1 ? [(await tx.get<StoredProject>('projects', ids[0]!))!] : await tx.getMany<StoredProject>('projects', ids);
  return new Map(found.map(({ id, body }) => [id, body]));
};

type Connections = ReadonlyMap<string, StoredOauthClient | undefined>;
const noConnections: Connections = new Map();

/** Whether the caller can see connections: tokens with a purpose, such as that of a run, cannot. */
const hasConnections = ({ caller }: RequestContext, records: Workspaces): boolean =>
  caller.purpose === undefined && records.some(({ body }) => body.attributes['vcs-repo']);

/** Connections to code hosts by the ID of their token. */
const loadConnections = async (ctx: RequestContext, organization: string, records: Workspaces): Promise<Connections> => {
  const tokens = new Set(records.flatMap(({ body }) => body.attributes['vcs-repo']?.['oauth-token-id'] ?? []));
  const connections = [...tokens].map(async (token) => [token, await findOauthConnection(ctx, organization, token)] as const);
  return new Map(await Promise.all(connections));
};

type Consumers = ReadonlyMap<string, readonly string[]>;
const noConsumers: Consumers = new Map();

/**
 * The consumers of each workspace that shares its state with selected workspaces, if the caller can see them. The specification has a link
 * only (1, workspaces), so data is added for requests that include them. Workspaces that share with the whole organization keep only the
 * link.
 */
const loadConsumers = async (ctx: RequestContext, records: Workspaces): Promise<Consumers> => {
  if (!isIncluded(ctx, 'remote-state-consumers')) return noConsumers;
  const from = records.filter(({ body }) => !body.attributes['global-remote-state']).map(({ id }) => id);
  const links = from.length === 0 ? [] : await ctx.tx.listLinks(stateConsumersLink, { from });
  const targets = links.map(({ to }) => to);
  const readable = links.length === 0 ? new Set() : await selectReadable(ctx, records[0]!.scope, targets);
  const consumers = new Map<string, string[]>(from.map((id) => [id, []]));
  for (const link of links) if (readable.has(link.to)) consumers.get(link.from)!.push(link.to);
  return consumers;
};

/** Documents of workspaces of one organization; what they share is loaded once. New ones have no variables. */
export const renderWorkspaces = async (ctx: RequestContext, records: Workspaces, areNew = false): Promise<readonly ResourceObject[]> => {
  const [first] = records;
  if (!first) return [];
  const { tx } = ctx;
  const [rights, home, projects, links, connections, consumers] = await Promise.all([
    listWorkspaceRights(ctx, records),
    tx.getByKey<Organization>('organizations', '', first.scope),
    loadProjects(ctx, records),
    areNew ? [] : tx.listLinks('workspace-vars', { from: records.map((one) => one.id) }),
    hasConnections(ctx, records) ? loadConnections(ctx, first.scope, records) : noConnections,
    loadConsumers(ctx, records),
  ]);
  const organization = home!.body;
  const variables = new Map<string, string[]>(records.map(({ id }) => [id, []]));
  for (const { from, to } of links) variables.get(from)!.push(to);
  return records.map((record): ResourceObject => {
    const { id, body } = record;
    const parents: WorkspaceParents = { organization, project: projects.get(body.project)! };
    const may = rights.get(id)!;
    return {
      id,
      type: 'workspaces',
      attributes: renderAttributes(ctx, record, parents, may, connections.get(body.attributes['vcs-repo']?.['oauth-token-id'] ?? '')),
      relationships: renderRelationships(ctx, record, parents, may.has('read-variable') ? variables.get(id)! : [], consumers.get(id)),
      links: {
        self: `/api/v2/organizations/${body.organization}/workspaces/${body.name}`,
        'self-html': buildWorkspacePath(body.organization, body.name),
      },
    };
  });
};
/** The document of a workspace that was created in this unit of work and has no variables yet. */
export const renderNewWorkspace = async (ctx: RequestContext, record: StoredRecord<StoredWorkspace>): Promise<ResourceObject> =>
  (await renderWorkspaces(ctx, [record], true))[0]!;
export const renderWorkspace = async (ctx: RequestContext, record: StoredRecord<StoredWorkspace>): Promise<ResourceObject> =>
  (await renderWorkspaces(ctx, [record]))[0]!;
