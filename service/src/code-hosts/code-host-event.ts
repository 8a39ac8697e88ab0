import type { GitRef } from './git.ts';

/** Events of code hosts. `pr-updated`: commits were pushed to its branch; `queue-pushed`: a merge queue requests a check of its commit. */
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
  /** Whether its branch is in another repository. */
  readonly fork: boolean;
  readonly branch: string;
  readonly revision: string | null;
  readonly base: string;
  readonly baseRevision: string | null;
}

/** An event of a code host, independent of the host's format. */
export interface CodeHostEvent {
  /** The kind of code host: triggers of another kind do not receive the event. `any`: an event in the neutral format. */
  readonly host: 'github' | 'bitbucket' | 'any';
  readonly type: CodeHostEventType;
  /** The host's own names of the event and its action: `pull_request`, `opened`. */
  readonly hostEvent: string;
  readonly hostAction: string;
  /** The host's id of the repository; in the neutral format the name is possible as well. */
  readonly repository: string;
  readonly defaultBranch: string | null;
  /** The ref of the pipeline: the branch or tag that was pushed, a pull request's branch, or the branch that it was merged into. */
  readonly ref: GitRef;
  readonly revision: string | null;
  readonly commit: { readonly subject: string; readonly body: string } | null;
  readonly pullRequest: PullRequest | null;
  readonly label: string | null;
  readonly comment: string | null;
  /** The login of the sender at the host. */
  readonly sender: string;
  /** Pipeline values, by name below `pipeline.event.`. */
  readonly details: { readonly [name: string]: string | number | boolean | null };
}

/** The event of a payload, or the reason why it starts no pipeline. */
export type ParsedEvent = { readonly event: CodeHostEvent } | { readonly ignored: string };
