import type { ErrorObject } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { CodeHostEvent, CodeHostEventType } from '../../code-hosts/code-host-event.ts';
import { sourceProviderName } from '../hosted-dialect.ts';
import type { CiTrigger, EventProvider } from './trigger-records.ts';

/** Event presets: which events of a repository start a pipeline. The last four are additions of the hosted service. */
export const eventPresets = [
  'all-pushes',
  'only-tags',
  'default-branch-pushes',
  'only-build-prs',
  'only-open-prs',
  'only-labeled-prs',
  'only-merged-prs',
  'only-ready-for-review-prs',
  'only-branch-delete',
  'only-build-pushes-to-non-draft-prs',
  'only-merged-or-closed-prs',
  'pr-comment-equals-run-ci',
  'non-draft-pr-opened',
  'pushes-to-merge-queues',
] as const;
/** The hosted service documents `only-branch-delete` and rejects it (gaps, enums). */
export const eventPresetsOf = (dialect: RequestContext['dialect']): readonly string[] =>
  dialect === 'hosted' ? eventPresets.filter((one) => one !== 'only-branch-delete') : eventPresets;

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

/** The events that start a pipeline, by preset. docs/ci-service.md documents them; a test covers every event. */
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

/** Event sources with event presets. */
const presetProviders = (dialect: RequestContext['dialect']): readonly EventProvider[] =>
  dialect === 'hosted' ? ['codehost_app', 'github_server', 'github_oauth'] : ['codehost_app'];
const oauthEventPresets: readonly string[] = ['all-pushes', 'only-build-prs'];

/** Finds the faults of a preset: whether the event source has presets, and which one it takes. */
export const findPresetFaults = (
  { eventPreset, provider }: Pick<CiTrigger, 'provider' | 'eventPreset'>,
  dialect: RequestContext['dialect'],
): readonly ErrorObject[] => {
  const providers = presetProviders(dialect);
  const pointer = '/event_preset';
  if (eventPreset !== null && !providers.includes(provider)) {
    const names = providers.map((one) => `"${sourceProviderName(one, dialect)}"`).join(', ');
    return [{ detail: `is for event_source.provider ${names} only; this one's is "${sourceProviderName(provider, dialect)}"`, pointer }];
  }
  if (provider === 'github_oauth' && !oauthEventPresets.includes(eventPreset ?? ''))
    return [{ detail: `is required with the provider "github_oauth": expected ${oauthEventPresets.join(' or ')}`, pointer }];
  return [];
};
