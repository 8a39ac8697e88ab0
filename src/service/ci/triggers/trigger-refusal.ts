import type { ReadTransaction } from '../../store/store.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { ProjectSettings } from '../projects/project-records.ts';
import type { CodeHostEvent } from '../code-host-events/code-host-event.ts';
import type { SubscribedTrigger } from './subscribed-triggers.ts';
import { matchesPreset, effectivePreset } from './event-presets.ts';
import { hasOpenPullRequest } from '../code-host-events/open-pull-requests.ts';

const openingTypes: ReadonlySet<string> = new Set(['pr-opened', 'pr-reopened']);
const isFork = ({ pullRequest }: CodeHostEvent): boolean => pullRequest?.fork ?? false;
/** Pushes to a fork are heard as its pull request; where only pull requests are built, opening one makes up for its pushes. */
const isCountedAsPush = (happening: CodeHostEvent, settings: ProjectSettings): boolean =>
  isFork(happening)
    ? openingTypes.has(happening.what) || happening.what === 'pr-updated'
    : settings.build_prs_only && openingTypes.has(happening.what);

const isOutsidePullRequests = async (
  view: ReadTransaction,
  organization: string,
  happening: CodeHostEvent,
  { pr_only_branch_overrides: always }: ProjectSettings,
): Promise<boolean> => {
  const { what, ref, defaultBranch, repository } = happening;
  if (
    (what !== 'branch-created' && what !== 'branch-updated') ||
    !('branch' in ref) ||
    ref.branch === defaultBranch ||
    always.includes(ref.branch)
  )
    return false;
  return !(await hasOpenPullRequest(view, organization, repository, ref.branch));
};

/** Why an event starts no pipeline at a trigger, whatever its commit; undefined: it does. */
export const findTriggerRefusal = async (
  view: ReadTransaction,
  organization: string,
  { trigger: { body: trigger }, project }: SubscribedTrigger,
  happening: CodeHostEvent,
): Promise<string | undefined> => {
  const settings = effectiveSettings(project.body);
  if (trigger.disabled) return 'the trigger is disabled';
  const preset = effectivePreset(trigger.eventPreset);
  if (!matchesPreset(preset, happening) && !(preset === 'all-pushes' && isCountedAsPush(happening, settings)))
    return `${preset} does not take ${happening.what}`;
  if (isFork(happening) && !settings.build_fork_prs) return 'pull requests of forks are not built (build_fork_prs)';
  return settings.build_prs_only && (await isOutsidePullRequests(view, organization, happening, settings))
    ? 'only branches with an open pull request are built (build_prs_only)'
    : undefined;
};
