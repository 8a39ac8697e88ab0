import type { eventPresets } from './trigger-rules.ts';
import type { CodeHostEvent, CodeHostEventType } from '../code-host-events/code-host-event.ts';

export type EventPreset = (typeof eventPresets)[number];

const isOfType =
  (...whats: readonly CodeHostEventType[]) =>
  ({ type: what }: CodeHostEvent): boolean =>
    whats.includes(what);
const isPush = isOfType('branch-created', 'branch-updated');
const isTagPush = isOfType('tag-created');
const isDefaultBranchPush = (event: CodeHostEvent): boolean =>
  isPush(event) && 'branch' in event.ref && event.ref.branch === event.defaultBranch;
const isDraft = ({ pullRequest }: CodeHostEvent): boolean => pullRequest?.draft ?? false;
/** Prefix of the branches of merge queues. */
const mergeQueuePrefix = 'gh-readonly-queue/';
const commentText = ({ comment }: CodeHostEvent): string => (comment ?? '').trim().toLowerCase();

/** The events that start a pipeline, by preset. docs/service.md documents them; a test covers every event. */
export const presetConditions: { readonly [preset in EventPreset]: (event: CodeHostEvent) => boolean } = {
  'all-pushes': (one) => isPush(one) || isTagPush(one),
  'only-tags': isTagPush,
  'default-branch-pushes': isDefaultBranchPush,
  'only-build-prs': (one) => isOfType('pr-opened', 'pr-reopened', 'pr-updated')(one) || isDefaultBranchPush(one) || isTagPush(one),
  'only-open-prs': isOfType('pr-opened', 'pr-reopened'),
  'only-labeled-prs': isOfType('pr-labeled'),
  'only-merged-prs': isOfType('pr-merged'),
  'only-ready-for-review-prs': isOfType('pr-ready'),
  'only-branch-delete': isOfType('branch-deleted'),
  'only-build-pushes-to-non-draft-prs': (one) => isOfType('pr-updated')(one) && !isDraft(one),
  'only-merged-or-closed-prs': isOfType('pr-merged', 'pr-closed'),
  'pr-comment-equals-run-ci': (one) => isOfType('pr-commented')(one) && (commentText(one) === 'run ci' || commentText(one) === '/run ci'),
  'non-draft-pr-opened': (one) => isOfType('pr-opened', 'pr-reopened')(one) && !isDraft(one),
  'pushes-to-merge-queues': (one) =>
    isOfType('queue-pushed')(one) || (isPush(one) && 'branch' in one.ref && one.ref.branch.startsWith(mergeQueuePrefix)),
};

/** A trigger without a preset accepts every push. */
export const effectivePreset = (preset: string | null): EventPreset => (preset ?? 'all-pushes') as EventPreset;
export const matchesPreset = (preset: string | null, event: CodeHostEvent): boolean => presetConditions[effectivePreset(preset)](event);
