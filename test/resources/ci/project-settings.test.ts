import { ciProjectSettings } from '../../../declarations/src/resources/ci/project-settings.ts';
import { testResource } from '../support/resource-case.ts';

const advanced = {
  autocancel_builds: true,
  build_fork_prs: false,
  build_prs_only: false,
  disable_ssh: false,
  forks_receive_secret_env_vars: false,
  oss: false,
  set_vcs_status: true,
  setup_workflows: true,
  write_settings_requires_admin: false,
  pr_only_branch_overrides: ['main'],
};
const state = { project_slug: 'gh/acme/web', ...advanced };
const path = '/project/gh/acme/web/settings';
const { set_vcs_status: _, ...others } = advanced;

testResource(
  ciProjectSettings,
  {
    create: {
      create: { project_slug: 'gh/acme/web', autocancel_builds: true, set_vcs_status: true, pr_only_branch_overrides: ['main'] },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { advanced: { autocancel_builds: true, set_vcs_status: true, pr_only_branch_overrides: ['main'] } },
          status: 200,
          answer: { advanced },
        },
      ],
      state,
    },
    update: {
      update: { from: state, to: { project_slug: 'gh/acme/web', autocancel_builds: false } },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { advanced: { autocancel_builds: false } },
          status: 200,
          answer: { advanced: { ...advanced, autocancel_builds: false } },
        },
      ],
      state: { ...state, autocancel_builds: false },
    },
    read: {
      read: state,
      exchanges: [{ request: `GET ${path}`, status: 200, answer: { advanced: { ...advanced, disable_ssh: true } } }],
      state: { ...state, disable_ssh: true },
    },
  },
  {
    'a setting that is said no more is not told false': {
      update: { from: state, to: { project_slug: 'gh/acme/web', disable_ssh: false } },
      exchanges: [],
      state,
    },
    'no overrides at all is said': {
      update: { from: state, to: { project_slug: 'gh/acme/web', pr_only_branch_overrides: [] } },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { advanced: { pr_only_branch_overrides: [] } },
          status: 200,
          answer: { advanced: { ...advanced, pr_only_branch_overrides: [] } },
        },
      ],
      state: { ...state, pr_only_branch_overrides: [] },
    },
    'the hosted service names its code host': {
      profile: 'hosted',
      create: { project_slug: 'gh/acme/web', set_vcs_status: true },
      exchanges: [
        {
          request: `PATCH ${path}`,
          body: { advanced: { set_github_status: true } },
          status: 200,
          answer: { advanced: { ...others, set_github_status: true } },
        },
      ],
      state,
    },
    'destroying it asks nothing of the service': { delete: state, exchanges: [] },
    'it is imported by its project': { find: 'gh/acme/web', exchanges: [], state: { project_slug: 'gh/acme/web' } },
  },
);
