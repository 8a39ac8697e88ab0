import type { ReadTransaction } from '../../store/store.ts';
import { settingsOf } from '../projects/settings.ts';
import type { Settings } from '../stored.ts';
import type { Happening } from './happening.ts';
import type { Hearer } from './heard.ts';
import { fires, presetOf } from './presets.ts';
import { isInPullRequest } from './pull-requests.ts';

const opens: ReadonlySet<string> = new Set(['pr-opened', 'pr-reopened']);
const isFork = ({ pullRequest }: Happening): boolean => pullRequest?.fork ?? false;
/** Pushes to a fork are heard as its pull request; where only pull requests are built, opening one makes up for its pushes. */
const standsForPush = (happening: Happening, settings: Settings): boolean =>
  (isFork(happening) ? opens.has(happening.what) || happening.what === 'pr-updated' : settings.build_prs_only && opens.has(happening.what));

const isOutsidePulls = async (view: ReadTransaction, organization: string, happening: Happening, { pr_only_branch_overrides: always }: Settings): Promise<boolean> => {
  const { what, ref, defaultBranch, repository } = happening;
  if ((what !== 'branch-created' && what !== 'branch-updated') || !('branch' in ref) || ref.branch === defaultBranch || always.includes(ref.branch)) return false;
  return !await isInPullRequest(view, organization, repository, ref.branch);
};

/** Why an event starts no pipeline at a trigger, whatever its commit; undefined: it does. */
export const refusalOf = async (view: ReadTransaction, organization: string, { trigger: { body: trigger }, project }: Hearer, happening: Happening): Promise<string | undefined> => {
  const settings = settingsOf(project.body);
  if (trigger.disabled) return 'the trigger is disabled';
  const preset = presetOf(trigger.eventPreset);
  if (!fires(preset, happening) && !(preset === 'all-pushes' && standsForPush(happening, settings))) return `${preset} does not take ${happening.what}`;
  if (isFork(happening) && !settings.build_fork_prs) return 'pull requests of forks are not built (build_fork_prs)';
  return settings.build_prs_only && await isOutsidePulls(view, organization, happening, settings) ? 'only branches with an open pull request are built (build_prs_only)' : undefined;
};
