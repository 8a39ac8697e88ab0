import type { ReadTransaction, StoredRecord } from '../../../store/store.ts';
import type { StoredProject } from '../../projects/stored.ts';
import type { StoredRun } from '../../runs/stored.ts';
import { mergeEffectiveTags } from '../../tags/effective-tags.ts';
import { resolveExecution } from '../../workspaces/execution.ts';
import { loadWorkspaceParents } from '../../workspaces/require-workspace.ts';
import type { StoredVcsRepo, StoredWorkspace } from '../../workspaces/stored.ts';

const describeRepository = (repository: StoredVcsRepo | undefined): object | null =>
  repository
    ? {
        identifier: repository.identifier,
        display_identifier: repository.identifier,
        branch: repository.branch,
        ingress_submodules: repository['ingress-submodules'],
      }
    : null;

const describeWorkspace = (
  { id, body }: StoredRecord<StoredWorkspace>,
  project: StoredProject | undefined,
  executionMode: string,
): object => ({
  id,
  name: body.name,
  created_at: body.createdAt,
  description: body.attributes['description'] ?? null,
  execution_mode: executionMode,
  auto_apply: body.attributes['auto-apply'] === true,
  tags: body.tagNames,
  tag_bindings: mergeEffectiveTags(body.tags, project?.tags ?? []).map(({ pair: { key, value }, inherited }) => ({
    key,
    value,
    inherited,
  })),
  working_directory: body.attributes['working-directory'] ?? '',
  vcs_repo: describeRepository(body.attributes['vcs-repo']),
});

/** `input.run` of a policy: the run, and where it happens. */
export const describeRunForPolicies = async (
  view: ReadTransaction,
  { id, body }: StoredRecord<StoredRun>,
  workspace: StoredRecord<StoredWorkspace>,
): Promise<object> => {
  const project = await view.get<StoredProject>('projects', workspace.body.project);
  const parents = await loadWorkspaceParents({ tx: view }, workspace.scope, workspace.body.project);
  const { options = {} } = body;
  return {
    id,
    created_at: body.createdAt,
    created_by: body.createdBy?.name ?? null,
    message: body.message,
    commit_sha: body.commit ?? null,
    is_destroy: body.isDestroy,
    refresh: body.refresh !== false,
    refresh_only: options.refreshOnly === true,
    replace_addrs: options.replacements ?? [],
    target_addrs: options.targets ?? [],
    speculative: body.planOnly === true,
    variables: Object.fromEntries((options.variables ?? []).map(({ key, value }) => [key, value])),
    organization: { name: workspace.scope },
    project: { id: workspace.body.project, name: project?.body.name ?? null },
    workspace: describeWorkspace(workspace, project?.body, resolveExecution(workspace.body.attributes, parents).mode),
  };
};
