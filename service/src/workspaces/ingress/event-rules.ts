import { RE2JS } from 're2js';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';
import type { WorkspaceAttributes } from '../workspaces/stored.ts';
import { isPullRequest } from './is-pull-request.ts';

const pushes: ReadonlySet<string> = new Set(['branch-created', 'branch-updated']);

type Judged = Pick<CodeHostEvent, 'type' | 'ref' | 'pullRequest'>;

const judgeTag = (regex: string | null, tag: string): string | undefined => {
  if (regex === null) return 'the workspace follows a branch, and has no tags-regex';
  return RE2JS.compile(regex).matcher(tag).find() ? undefined : `the tag ${tag} does not match tags-regex`;
};

const judgePush = (regex: string | null, followed: string, branch: string): string | undefined => {
  if (regex !== null) return 'the workspace follows tags, by tags-regex';
  return branch === followed ? undefined : `the workspace follows the branch ${followed}`;
};

const judgePullRequest = (attributes: WorkspaceAttributes, followed: string, { pullRequest }: Judged): string | undefined => {
  if (attributes['speculative-enabled'] === false) return 'speculative-enabled of the workspace is false';
  // Who may not push to the repository could have the workspace's secrets printed by a plan.
  if (pullRequest?.fork) return 'the pull request comes from a fork';
  return pullRequest?.base === followed ? undefined : `the workspace follows the branch ${followed}`;
};

/** Why an event starts no run of a workspace that follows a repository; undefined: it starts one. `defaultBranch`: of the repository. */
export const findEventRefusal = (attributes: WorkspaceAttributes, defaultBranch: string, event: Judged): string | undefined => {
  const repo = attributes['vcs-repo'];
  if (!repo) return 'the workspace has no repository';
  const followed = repo.branch || defaultBranch;
  if (isPullRequest(event)) return judgePullRequest(attributes, followed, event);
  if (event.type === 'tag-created' && 'tag' in event.ref) return judgeTag(repo['tags-regex'], event.ref.tag);
  if (pushes.has(event.type) && 'branch' in event.ref) return judgePush(repo['tags-regex'], followed, event.ref.branch);
  return `an event ${event.type} starts no run`;
};
