import type { Doc } from '../../json-api/document.ts';
import type { Loaders } from '../../json-api/include.ts';
import type { Asking } from '../../route.ts';
import type { Organization, Team, User } from '../../records.ts';
import type { Rec } from '../../store/store.ts';
import { renderOrganization } from '../organizations.ts';
import { projectRightsOn, rightsOnEach } from '../permissions.ts';
import { renderProject } from '../projects.ts';
import type { WorkspaceRight } from '../rights.ts';
import { renderRun } from '../runs/runs.ts';
import type { Run } from '../runs/stored.ts';
import type { Project } from '../stored.ts';
import { effectiveBindings, ownBindings } from './bindings.ts';
import { homeOf } from './here.ts';
import { renderStateVersion } from './state-version-documents.ts';
import type { StateVersion } from './state-versions.ts';
import type { Workspace } from './stored.ts';

type Workspaces = readonly Rec<Workspace>[];

const those = async (asking: Asking, workspaces: Workspaces, right: WorkspaceRight): Promise<Workspaces> => {
  const rights = await rightsOnEach(asking, workspaces);
  return workspaces.filter(({ id }) => rights.get(id)!.has(right));
};

const holders = async (asking: Asking, workspaces: Workspaces): Promise<readonly Doc[]> => {
  const docs: Doc[] = [];
  for (const { body: { lock } } of workspaces) {
    if (lock?.holder.kind === 'user') {
      const user = await asking.tx.get<User>('users', lock.holder.id);
      if (user) docs.push({ id: user.id, type: 'users', attributes: { username: user.body.name, 'is-service-account': false } });
    } else if (lock?.holder.kind === 'team') {
      const team = await asking.tx.get<Team>('teams', lock.holder.id);
      if (team) docs.push({ id: team.id, type: 'teams', attributes: { name: team.body.name } });
    }
  }
  return docs;
};

const projects = async (asking: Asking, workspaces: Workspaces): Promise<readonly Doc[]> => {
  const docs: Doc[] = [];
  for (const id of new Set(workspaces.map(({ body }) => body.project))) {
    const project = await asking.tx.get<Project>('projects', id);
    if (project && (await projectRightsOn(asking, project)).has('read')) docs.push(await renderProject(asking, project));
  }
  return docs;
};

const bindings = async (asking: Asking, workspaces: Workspaces): Promise<readonly Doc[]> => {
  const docs: Doc[] = [];
  for (const workspace of workspaces) docs.push(...effectiveBindings(workspace, (await homeOf(asking, workspace.scope, workspace.body.project)).project));
  return docs;
};

/** What `include` brings to workspaces; only what the caller may read. What has no records of its own here brings nothing. */
export const workspaceLoaders = (asking: Asking): Loaders<Rec<Workspace>> => ({
  organization: async ([first]) => {
    const organization = first && await asking.tx.byKey<Organization>('organizations', '', first.scope);
    return organization ? [renderOrganization(asking, organization)] : [];
  },
  project: (workspaces) => projects(asking, workspaces),
  locked_by: (workspaces) => holders(asking, workspaces),
  tag_bindings: async (workspaces) => workspaces.flatMap(ownBindings),
  effective_tag_bindings: (workspaces) => bindings(asking, workspaces),
  outputs: async (workspaces) => (await those(asking, workspaces, 'read-state-outputs')).flatMap(({ body }) => body.outputs.map(({ id, name, type, sensitive, value }) => (
    { id, type: 'workspace-outputs', attributes: { name, 'output-type': type, sensitive, value: sensitive ? null : value } }))),
  current_run: async (workspaces) => (await asking.tx.many<Run>('runs', workspaces.flatMap(({ body }) => body.currentRun?.id ?? []))).map(renderRun),
  current_state_version: async (workspaces) => {
    const ids = (await those(asking, workspaces, 'read-state-versions')).flatMap(({ body }) => body.currentStateVersion ?? []);
    return (await asking.tx.many<StateVersion>('state-versions', ids)).map((version) => renderStateVersion(asking, version));
  },
  readme: async () => [],
});
