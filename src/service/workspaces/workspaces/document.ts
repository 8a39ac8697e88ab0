import { type Doc, toMany, toOne } from '../../json-api/document.ts';
import type { Json } from '../../json-api/read.ts';
import type { Asking } from '../../route.ts';
import type { Organization } from '../../records.ts';
import type { Rec } from '../../store/store.ts';
import { permissionsObject, rightsOnEach } from '../permissions.ts';
import { workspacePath } from '../pages/paths.ts';
import type { WorkspaceRight } from '../rights.ts';
import type { OauthClient, Project } from '../stored.ts';
import { assessmentsOf } from './assessments.ts';
import { autoDestroyOf } from './auto-destroy.ts';
import { executionOf, type Home, overwritesOf } from './execution.ts';
import { defaults, type Lock, type Workspace } from './stored.ts';
import { connectionOf, renderVcsRepo } from './vcs-repo.ts';

type Rights = ReadonlySet<WorkspaceRight>;
const holderTypes = { user: 'users', team: 'teams', run: 'runs', organization: 'organizations' } as const;
const lockedBy = (lock: Lock | null) => toOne(lock ? holderTypes[lock.holder.kind] : '', lock?.holder.id ?? null);

/** One object literal, every member in its place: an engine makes these fast, and reads answer with hundreds of them. */
const attributesOf = (asking: Asking, { body }: Rec<Workspace>, home: Home, rights: Rights, connection: OauthClient | undefined): Json => {
  const { attributes: chosen, lock } = body;
  const { settings, profile } = asking;
  const { mode, pool } = executionOf(chosen, home);
  const destroy = autoDestroyOf(body, home.project);
  const repo = chosen['vcs-repo'];
  const plain = (name: string): unknown => chosen[name] ?? defaults[name];
  const attributes: { [name: string]: unknown } = {
    name: body.name, description: plain('description'), 'execution-mode': mode, operations: mode !== 'local', 'agent-pool-id': pool,
    'setting-overwrites': overwritesOf(body, profile), 'allow-destroy-plan': plain('allow-destroy-plan'), 'auto-apply': plain('auto-apply'),
    'auto-apply-run-trigger': plain('auto-apply-run-trigger'), 'auto-destroy-activity-duration': plain('auto-destroy-activity-duration'),
    'auto-destroy-at': destroy.at, 'auto-destroy-status': destroy.status, 'inherits-project-auto-destroy': destroy.inherits,
    'file-triggers-enabled': plain('file-triggers-enabled'), 'global-remote-state': chosen['global-remote-state'], 'queue-all-runs': plain('queue-all-runs'),
    'source-name': plain('source-name'), 'source-url': plain('source-url'), 'speculative-enabled': plain('speculative-enabled'),
    'structured-run-output-enabled': plain('structured-run-output-enabled'), 'engine-version': chosen['engine-version'],
    'trigger-patterns': plain('trigger-patterns'), 'trigger-prefixes': plain('trigger-prefixes'), 'working-directory': plain('working-directory'),
    'vcs-repo': repo ? renderVcsRepo(asking, repo, connection, rights.has('update')) : null, 'vcs-repo-identifier': repo?.identifier ?? null,
    'oauth-client-name': connection ? connection.name ?? connection.serviceProvider : null,
    actions: { 'is-destroyable': plain('allow-destroy-plan') }, environment: 'default', source: profile === 'hosted' ? 'tfe-api' : 'api',
    'created-at': body.createdAt, 'updated-at': body.updatedAt, 'latest-change-at': body.latestChangeAt, 'last-assessment-result-at': null,
    locked: lock !== null, 'locked-reason': lock === null ? null : lock.reason, permissions: permissionsObject(rights), 'tag-names': body.tagNames,
    'resource-count': body.resourceCount, 'apply-duration-average': body.applyDurationAverage, 'plan-duration-average': body.planDurationAverage,
    'policy-check-failures': body.policyCheckFailures, 'run-failures': body.runFailures, 'workspace-kpis-runs-count': body.runsCount,
  };
  if (settings.edition === 'hosted') {
    attributes['assessments-enabled'] = assessmentsOf(settings, home, chosen);
    if (settings.tier === 'plus') attributes['unarchived_workspace_change_requests_count'] = 0;
  }
  if (body.noCode) {
    attributes['source-module-id'] = body.noCode.sourceModuleId;
    attributes['no-code-upgrade-available'] = body.noCode.upgradeAvailable;
  }
  return attributes;
};

const relationshipsOf = (asking: Asking, { id, body }: Rec<Workspace>, home: Home, variables: readonly string[]): NonNullable<Doc['relationships']> => {
  const below = `/api/v2/workspaces/${id}`;
  const linked = (path: string) => ({ links: { related: `${below}/${path}` } });
  const run = toOne('runs', body.currentRun?.id ?? null, body.currentRun ? `/api/v2/runs/${body.currentRun.id}` : undefined);
  return {
    'agent-pool': toOne('agent-pools', executionOf(body.attributes, home).pool),
    'current-configuration-version': toOne('configuration-versions', body.currentConfigurationVersion),
    'current-run': run, 'latest-run': run,
    'current-state-version': toOne('state-versions', body.currentStateVersion, body.currentStateVersion === null ? undefined : `${below}/current-state-version`),
    'current-assessment-result': { data: null },
    organization: toOne('organizations', body.organization),
    outputs: toMany('workspace-outputs', body.outputs.map((output) => output.id)),
    project: toOne('projects', body.project, `/api/v2/projects/${body.project}`),
    readme: { data: null },
    'remote-state-consumers': linked('relationships/remote-state-consumers'),
    'ssh-key': toOne('ssh-keys', body.sshKey),
    'locked-by': lockedBy(body.lock),
    'tag-bindings': linked('tag-bindings'), 'effective-tag-bindings': linked('effective-tag-bindings'),
    vars: toMany('vars', variables),
    ...(asking.settings.edition === 'self-hosted' ? { 'data-retention-policy': toOne(body.retention?.type ?? '', body.retention?.id ?? null) } : {}),
    ...(body.noCode ? { 'no-code-module-version': toOne('no-code-modules', body.noCode.module) } : {}),
  };
};

/** Documents of workspaces of one organization; what they share is asked for once. */
export const renderWorkspaces = async (asking: Asking, records: readonly Rec<Workspace>[]): Promise<readonly Doc[]> => {
  const [first] = records;
  if (!first) return [];
  const { tx } = asking;
  const rights = await rightsOnEach(asking, records);
  const organization = (await tx.byKey<Organization>('organizations', '', first.scope))!.body;
  const projects = new Map<string, Project>();
  for (const { body } of records) if (!projects.has(body.project)) projects.set(body.project, (await tx.get<Project>('projects', body.project))!.body);
  const variables = new Map<string, string[]>(records.map(({ id }) => [id, []]));
  for (const { from, to } of await tx.links('workspace-vars', { from: records.length === 1 ? first.id : records.map((one) => one.id) })) variables.get(from)!.push(to);
  const connections = new Map<string, OauthClient | undefined>();
  for (const { body: { attributes: { 'vcs-repo': repo } } } of records) {
    const token = repo?.['oauth-token-id'];
    if (token && !connections.has(token)) connections.set(token, await connectionOf(asking, first.scope, token));
  }
  return records.map((record): Doc => {
    const { id, body } = record;
    const home: Home = { organization, project: projects.get(body.project)! };
    const may = rights.get(id)!;
    return {
      id, type: 'workspaces',
      attributes: attributesOf(asking, record, home, may, connections.get(body.attributes['vcs-repo']?.['oauth-token-id'] ?? '')),
      relationships: relationshipsOf(asking, record, home, may.has('read-variable') ? variables.get(id)! : []),
      links: { self: `/api/v2/organizations/${body.organization}/workspaces/${body.name}`, 'self-html': workspacePath(body.organization, body.name) },
    };
  });
};
export const renderWorkspace = async (asking: Asking, record: Rec<Workspace>): Promise<Doc> => (await renderWorkspaces(asking, [record]))[0]!;
