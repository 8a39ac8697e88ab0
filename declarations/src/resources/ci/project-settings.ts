import { bool, serviceDefault, optional, resource, setOf, string } from '../../declare/index.ts';
import { projectSlugAttribute } from './kinds.ts';
import { atLeastOneOf } from './constraints.ts';

const setting = (name: string, doc: string) => optional(bool, doc, { default: serviceDefault, leftAlone: true, at: `advanced.${name}` });

const settings = {
  autocancel_builds: setting('autocancel_builds', 'Whether a newer pipeline of a branch cancels the older ones.'),
  build_fork_prs: setting('build_fork_prs', 'Whether pull requests from forks are built.'),
  build_prs_only: setting('build_prs_only', 'Whether only branches with an open pull request are built.'),
  disable_ssh: setting('disable_ssh', 'Whether nobody may log in to jobs.'),
  forks_receive_secret_env_vars: setting('forks_receive_secret_env_vars', "Whether pipelines of forks see the project's variables."),
  oss: setting('oss', 'Whether the project is open source; only where its repository is. The hosted service rejects changes of it.'),
  set_vcs_status: setting('set_vcs_status', 'Whether the status of each commit is reported to the code host.'),
  setup_workflows: setting('setup_workflows', 'Whether a pipeline may begin with a setup configuration.'),
  write_settings_requires_admin: setting('write_settings_requires_admin', 'Whether only administrators may change these settings.'),
  pr_only_branch_overrides: optional(setOf(string), 'Branches that are built even where `build_prs_only` is set.', {
    default: serviceDefault,
    leftAlone: true,
    at: 'advanced.pr_only_branch_overrides',
  }),
};

export const ciProjectSettings = resource('ci_project_settings', {
  service: 'ci',
  doc: 'The advanced settings of a project. What is not set is left as it is.',
  type: 'project-settings',
  key: ['project_slug'],
  imports: ['{project_slug}'],
  notListed: 'A project has these settings once; an import names them by the project.',

  endpoints: {
    create: 'PATCH /project/{project_slug}/settings',
    update: 'PATCH /project/{project_slug}/settings',
    read: 'GET /project/{project_slug}/settings',
  },

  attributes: { project_slug: projectSlugAttribute, ...settings },
  constraints: [atLeastOneOf(...Object.keys(settings))],
  keptOnDestroy: 'The settings stay as they are: a project has no settings before these, to go back to.',
  notes: ['Only configured settings are sent. A setting that you remove from the configuration keeps its value; it is not set to `false`.'],
});
