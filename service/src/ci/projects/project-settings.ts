import { requireRight } from '../roles/require-right.ts';
import { isOwner } from '../../access/organization-owners.ts';
import { Problem } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import {
  booleanMember,
  parseCiBody,
  invalidRequest,
  optionalMember,
  type MemberRules,
  parseMembers,
  requiredMember,
} from '../requests/read-request.ts';
import { objectOf } from '../requests/request-schema.ts';
import { ciOk } from '../responses.ts';
import type { CiProject, ProjectSettings } from './project-records.ts';
import { refMember } from '../requests/text-members.ts';
import { memberName } from '../hosted-dialect.ts';
import { requireCiProject, type ResolvedProject } from './require-project.ts';

const branchListMember = {
  description: 'a list of branch names',
  accepts: (value: unknown): boolean => Array.isArray(value) && value.length <= 100 && value.every((one) => refMember.accepts(one)),
  schema: { type: 'array', maxItems: 100, items: refMember.schema },
};
const booleanSettings = [
  'autocancel_builds',
  'build_fork_prs',
  'build_prs_only',
  'disable_ssh',
  'forks_receive_secret_env_vars',
  'oss',
  'set_vcs_status',
  'setup_workflows',
  'write_settings_requires_admin',
] as const;
const settingRules: MemberRules = {
  ...Object.fromEntries(booleanSettings.map((name) => [name, optionalMember(booleanMember)])),
  pr_only_branch_overrides: optionalMember(branchListMember),
};

export const settingsMembers = { advanced: requiredMember(objectOf(settingRules)) };

/** The settings of a project with the defaults filled in. */
export const effectiveSettings = ({ settings, defaultBranch }: CiProject): ProjectSettings => ({
  autocancel_builds: false,
  build_fork_prs: false,
  build_prs_only: false,
  disable_ssh: false,
  forks_receive_secret_env_vars: false,
  oss: false,
  set_vcs_status: true,
  setup_workflows: false,
  write_settings_requires_admin: false,
  pr_only_branch_overrides: [defaultBranch],
  ...settings,
});

export const renderProjectSettings = ({ body }: Pick<StoredRecord<CiProject>, 'body'>, dialect: RequestContext['dialect']) => ({
  advanced: Object.fromEntries(Object.entries(effectiveSettings(body)).map(([name, value]) => [memberName(name, dialect), value])),
});

/** Parses changes of settings. The hosted service refuses `oss`, and answers a request that changes nothing with the settings. */
const parseSettings = (ctx: RequestContext, project: CiProject): Partial<ProjectSettings> => {
  const advanced = parseMembers(ctx, parseCiBody(ctx, settingsMembers)['advanced'], settingRules, '/advanced');
  if (ctx.dialect === 'hosted' && advanced['oss'] !== undefined)
    throw invalidRequest({ detail: 'cannot be set', pointer: '/advanced/oss' });
  if (Object.keys(advanced).length === 0 && ctx.dialect !== 'hosted')
    throw invalidRequest({
      detail: `expected at least one of ${Object.keys(settingRules)
        .map((name) => memberName(name, ctx.dialect))
        .join(', ')}`,
      pointer: '/advanced',
    });
  if (advanced['oss'] === true && !project.openSource)
    throw invalidRequest({ detail: 'can only be set for projects with an open-source repository', pointer: '/advanced/oss' });
  return advanced as Partial<ProjectSettings>;
};

/** Stores settings of a project, if the caller may change them. */
export const updateSettings = async (
  ctx: RequestContext<Transaction>,
  { project, organization }: ResolvedProject,
  changes: () => Partial<ProjectSettings>,
) => {
  await requireRight(ctx, 'manage-project', { project, organization });
  if (effectiveSettings(project.body).write_settings_requires_admin && !isOwner(ctx, organization.key))
    throw new Problem(403, [
      { detail: 'only owners of the organization change the settings of this project (write_settings_requires_admin)' },
    ]);
  const settings = { ...project.body.settings, ...changes() };
  return ctx.tx.update<CiProject>(project, { body: { ...project.body, settings } });
};

const path = '/project/{provider}/{organization}/{project}/settings';

export const routes = [
  route(`GET ${path}`, async (ctx) => ciOk(renderProjectSettings((await requireCiProject(ctx)).project, ctx.dialect))),
  route(`PATCH ${path}`, async (ctx) => {
    const resolved = await requireCiProject(ctx);
    return ciOk(renderProjectSettings(await updateSettings(ctx, resolved, () => parseSettings(ctx, resolved.project.body)), ctx.dialect));
  }),
];
