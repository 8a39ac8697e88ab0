import type { StoredRecord } from '../../store/store.ts';
import type { StoredConfigurationVersion } from '../configuration-versions/stored.ts';
import type { RunAuthor } from '../runs/stored-parts.ts';
import type { StoredVcsRepo, StoredWorkspace } from '../workspaces/stored.ts';
import { findFollowedRepository, type IngressContext } from './ingress-origin.ts';
import { readIngress } from './read-ingress.ts';
import { recordIngress, startIngressRun, storeIngress, type StoredIngressOutcome } from './store-ingress.ts';
import { recordVcsEvent } from './vcs-events.ts';

const currentCommit = async (ctx: IngressContext, { body }: StoredRecord<StoredWorkspace>): Promise<string | undefined> => {
  const { currentConfigurationVersion: id } = body;
  const current = id === null ? undefined : await ctx.tx.get<StoredConfigurationVersion>('configuration-versions', id);
  return current?.body.ingress?.commitSha;
};

/** Takes the latest commit of the branch that the workspace follows. Undefined: it has it, follows none, or the commit cannot be read. */
const takeLatestCommit = async (
  ctx: IngressContext,
  workspace: StoredRecord<StoredWorkspace>,
  createdBy: RunAuthor,
): Promise<StoredIngressOutcome | undefined> => {
  const repo = findFollowedRepository(ctx, workspace);
  if (!repo) return undefined;
  const { identifier, branch } = repo;
  const ref = branch === '' ? {} : { ref: { branch } };
  const known = await currentCommit(ctx, workspace);
  // A new workspace has another ID at each try: the key is without it.
  const found = ctx.lookUp(`ingress ${identifier} ${branch} ${known}`, () =>
    readIngress(ctx.settings.repositoriesFolder, {
      identifier,
      ...ref,
      judge: async ({ revision }) => (revision === known ? 'the workspace has this commit' : undefined),
    }),
  );
  if ('missing' in found) await recordVcsEvent(ctx, workspace.scope, repo['oauth-token-id'], { level: 'error', message: found.missing });
  return 'commit' in found ? storeIngress(ctx, workspace, found, { ...ref, pullRequest: null, sender: null, createdBy }) : undefined;
};

/** What a request to start a run finds: the workspace with the latest commit as its current configuration version. */
export const updateConfiguration = async (
  ctx: IngressContext,
  workspace: StoredRecord<StoredWorkspace>,
  createdBy: RunAuthor,
): Promise<StoredRecord<StoredWorkspace>> => (await takeLatestCommit(ctx, workspace, createdBy))?.workspace ?? workspace;

const followed = (repo: StoredVcsRepo | undefined): string => JSON.stringify([repo?.identifier, repo?.branch]);

/** After a workspace was created or changed: takes the latest commit where it follows another repository or branch than before. */
export const followRepository = async (
  ctx: IngressContext,
  workspace: StoredRecord<StoredWorkspace>,
  before: StoredWorkspace | undefined,
  createdBy: RunAuthor,
): Promise<StoredRecord<StoredWorkspace>> => {
  if (followed(workspace.body.attributes['vcs-repo']) === followed(before?.attributes['vcs-repo'])) return workspace;
  const stored = await takeLatestCommit(ctx, workspace, createdBy);
  if (!stored) return workspace;
  const run = await startIngressRun(ctx, stored, stored.configuration.body.ingress!['commit-message'] as string);
  await recordIngress(ctx, stored, run);
  return (await ctx.tx.get<StoredWorkspace>('workspaces', workspace.id))!;
};
