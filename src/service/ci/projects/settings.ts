import { Problem } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isAdmin } from '../organizations/here.ts';
import { aBoolean, anObject, bodyOf, invalid, may, type Member, membersOf, must } from '../read.ts';
import { ok } from '../replies.ts';
import type { CiProject, Settings } from '../stored.ts';
import { aRef } from '../texts.ts';
import { memberWord } from '../words.ts';
import { projectHere } from './here.ts';

const branches = { description: 'a list of branch names', accepts: (value: unknown): boolean => Array.isArray(value) && value.length <= 100 && value.every((one) => aRef.accepts(one)) };
const flags = ['autocancel_builds', 'build_fork_prs', 'build_prs_only', 'disable_ssh', 'forks_receive_secret_env_vars', 'oss', 'set_vcs_status', 'setup_workflows', 'write_settings_requires_admin'] as const;
const members: { readonly [name: string]: Member } = { ...Object.fromEntries(flags.map((name) => [name, may(aBoolean)])), pr_only_branch_overrides: may(branches) };

/** What holds for a project: what was chosen, else the defaults. */
export const settingsOf = ({ settings, defaultBranch }: CiProject): Settings => ({
  autocancel_builds: false, build_fork_prs: false, build_prs_only: false, disable_ssh: false, forks_receive_secret_env_vars: false, oss: false,
  set_vcs_status: true, setup_workflows: false, write_settings_requires_admin: false, pr_only_branch_overrides: [defaultBranch], ...settings,
});

export const settingsDocument = ({ body }: Pick<StoredRecord<CiProject>, 'body'>, profile: RequestContext['dialect']) =>
  ({ advanced: Object.fromEntries(Object.entries(settingsOf(body)).map(([name, value]) => [memberWord(name, profile), value])) });

/** What of the settings is to change. The hosted service refuses `oss` as it does what it does not know. */
const sent = (asking: RequestContext, { openSource }: CiProject): Partial<Settings> => {
  const { oss, ...without } = members;
  const advanced = membersOf(bodyOf(asking, { advanced: must(anObject) })['advanced'], asking.dialect === 'hosted' ? without : { ...without, oss: oss! }, '/advanced');
  if (Object.keys(advanced).length === 0) throw invalid({ detail: `expected at least one of ${Object.keys(members).map((name) => memberWord(name, asking.dialect)).join(', ')}`, pointer: '/advanced' });
  if (advanced['oss'] === true && !openSource) throw invalid({ detail: 'is set on projects whose repository is open source only', pointer: '/advanced/oss' });
  return advanced as Partial<Settings>;
};

const path = '/project/{provider}/{organization}/{project}/settings';

export const routes = [
  route(`GET ${path}`, async (asking) => ok(settingsDocument((await projectHere(asking)).project, asking.dialect))),
  route(`PATCH ${path}`, async (asking) => {
    const { project, organization } = await projectHere(asking);
    if (settingsOf(project.body).write_settings_requires_admin && !isAdmin(asking, organization))
      throw new Problem(403, [{ detail: 'the settings of this project are changed by owners of the organization only (write_settings_requires_admin)' }]);
    const settings = { ...project.body.settings, ...sent(asking, project.body) };
    return ok(settingsDocument(await asking.tx.update<CiProject>(project, { body: { ...project.body, settings } }), asking.dialect));
  }),
];
