import type { ReadTransaction } from '../../store/store.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { ProjectSettings } from '../projects/project-records.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';
import type { SubscribedTrigger } from './subscribed-triggers.ts';
import { matchesPreset, effectivePreset } from './event-presets.ts';
import { hasOpenPullRequest } from '../code-host-events/open-pull-requests.ts';

const openingTypes: ReadonlySet<string> = new Set(['pr-opened', 'pr-reopened']);
const isFork = ({ pullRequest }: CodeHostEvent): boolean => pullRequest?.fork ?? false;
/** Pushes to a fork arrive as events of its pull request. If only pull requests are built, opening one counts as a push as well. */
const isCountedAsPush = (event: CodeHostEvent, settings: ProjectSettings): boolean =>
  isFork(event) ? openingTypes.has(event.type) || event.type === 'pr-updated' : settings.build_prs_only && openingTypes.has(event.type);

const isOutsidePullRequests = async (
  view: ReadTransaction,
  organization: string,
  event: CodeHostEvent,
  { pr_only_branch_overrides: always }: ProjectSettings,
): Promise<boolean> => {
  const { type: what, ref, defaultBranch, repository } = event;
  if (
    (what !== 'branch-created' && what !== 'branch-updated') ||
    !('branch' in ref) ||
    ref.branch === defaultBranch ||
    always.includes(ref.branch)
  )
    return false;
  return !(await hasOpenPullRequest(view, organization, repository, ref.branch));
};

/** The reason why an event starts no pipeline for a trigger, apart from its commit; undefined: it starts one. */
export const findTriggerRefusal = async (
  view: ReadTransaction,
  organization: string,
  { trigger: { body: trigger }, project }: SubscribedTrigger,
  event: CodeHostEvent,
): Promise<string | undefined> => {
  const settings = effectiveSettings(project.body);
  if (trigger.disabled) return 'the trigger is disabled';
  const preset = effectivePreset(trigger.eventPreset);
  if (!matchesPreset(preset, event) && !(preset === 'all-pushes' && isCountedAsPush(event, settings)))
    return `${preset} does not take ${event.type}`;
  if (isFork(event) && !settings.build_fork_prs) return 'pull requests of forks are not built (build_fork_prs)';
  return settings.build_prs_only && (await isOutsidePullRequests(view, organization, event, settings))
    ? 'only branches with an open pull request are built (build_prs_only)'
    : undefined;
};
