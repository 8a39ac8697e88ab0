import type { presets } from '../definitions/trigger-rules.ts';
import type { Happening, What } from './happening.ts';

export type Preset = (typeof presets)[number];

const among = (...whats: readonly What[]) => ({ what }: Happening): boolean => whats.includes(what);
const pushed = among('branch-created', 'branch-updated');
const tagged = among('tag-created');
const toDefault = (happening: Happening): boolean => pushed(happening) && 'branch' in happening.ref && happening.ref.branch === happening.defaultBranch;
const isDraft = ({ pullRequest }: Happening): boolean => pullRequest?.draft ?? false;
/** Where merge queues keep what they try. */
const queues = 'gh-readonly-queue/';
const said = ({ comment }: Happening): string => (comment ?? '').trim().toLowerCase();

/** Which happenings start a pipeline, preset by preset. Documented in docs/service.md, tested happening by happening. */
export const firing: { readonly [preset in Preset]: (happening: Happening) => boolean } = {
  'all-pushes': (one) => pushed(one) || tagged(one),
  'only-tags': tagged,
  'default-branch-pushes': toDefault,
  'only-build-prs': (one) => among('pr-opened', 'pr-reopened', 'pr-updated')(one) || toDefault(one) || tagged(one),
  'only-open-prs': among('pr-opened', 'pr-reopened'),
  'only-labeled-prs': among('pr-labeled'),
  'only-merged-prs': among('pr-merged'),
  'only-ready-for-review-prs': among('pr-ready'),
  'only-branch-delete': among('branch-deleted'),
  'only-build-pushes-to-non-draft-prs': (one) => among('pr-updated')(one) && !isDraft(one),
  'only-merged-or-closed-prs': among('pr-merged', 'pr-closed'),
  'pr-comment-equals-run-ci': (one) => among('pr-commented')(one) && (said(one) === 'run ci' || said(one) === '/run ci'),
  'non-draft-pr-opened': (one) => among('pr-opened', 'pr-reopened')(one) && !isDraft(one),
  'pushes-to-merge-queues': (one) => among('queue-pushed')(one) || (pushed(one) && 'branch' in one.ref && one.ref.branch.startsWith(queues)),
};

/** A trigger without a preset takes every push. */
export const presetOf = (preset: string | null): Preset => (preset ?? 'all-pushes') as Preset;
export const fires = (preset: string | null, happening: Happening): boolean => firing[presetOf(preset)](happening);
