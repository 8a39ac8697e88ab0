import type { GitRef } from '../pipelines/git.ts';

/** What can happen at a code host. `pr-updated`: commits were pushed to its branch; `queue-pushed`: a merge queue wants to know about its commit. */
export const codeHostEventTypes = [
  'branch-created',
  'branch-updated',
  'branch-deleted',
  'tag-created',
  'tag-deleted',
  'pr-opened',
  'pr-reopened',
  'pr-updated',
  'pr-labeled',
  'pr-ready',
  'pr-drafted',
  'pr-merged',
  'pr-closed',
  'pr-commented',
  'queue-pushed',
] as const;
export type CodeHostEventType = (typeof codeHostEventTypes)[number];

export interface PullRequest {
  readonly number: number;
  readonly title: string;
  readonly url: string | null;
  readonly draft: boolean;
  readonly merged: boolean;
  /** Its branch is in another repository. */
  readonly fork: boolean;
  readonly branch: string;
  readonly revision: string | null;
  readonly base: string;
  readonly baseRevision: string | null;
}

/** An event of a code host in words of our own, whoever told it. */
export interface CodeHostEvent {
  /** Whose events these are: triggers of another kind of host do not hear them. `any`: told in our own shape. */
  readonly host: 'github' | 'bitbucket' | 'any';
  readonly type: CodeHostEventType;
  /** As the host calls them: `pull_request`, `opened`. */
  readonly hostEvent: string;
  readonly hostAction: string;
  /** By the id that the host gave it; in our own shape also by its name. */
  readonly repository: string;
  readonly defaultBranch: string | null;
  /** What a pipeline is about: the branch or tag that was pushed, a pull request's branch, what it was merged into. */
  readonly ref: GitRef;
  readonly revision: string | null;
  readonly commit: { readonly subject: string; readonly body: string } | null;
  readonly pullRequest: PullRequest | null;
  readonly label: string | null;
  readonly comment: string | null;
  /** Who did it, as the host knows them. */
  readonly sender: string;
  /** What pipelines may read of it, by name below `pipeline.event.`. */
  readonly details: { readonly [name: string]: string | number | boolean | null };
}

/** What a payload tells: something that happened, or why that is nothing to a pipeline. */
export type ParsedEvent = { readonly event: CodeHostEvent } | { readonly ignored: string };
