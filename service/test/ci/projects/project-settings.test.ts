import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';

const settings = suite<{ here: CiTestService }>('CI project settings');
settings.before.each(async (context) => {
  context.here = await startCiService();
  await context.here.project('web', 'gh/acme');
});
settings.after.each(async (context) => {
  await context.here.close();
});
const path = '/project/gh/acme/web/settings';
const fresh = {
  autocancel_builds: false,
  build_fork_prs: false,
  build_prs_only: false,
  disable_ssh: false,
  forks_receive_secret_env_vars: false,
  oss: false,
  set_vcs_status: true,
  setup_workflows: false,
  write_settings_requires_admin: false,
  pr_only_branch_overrides: ['main'],
};

settings('GET: all of them; PATCH: what is sent changes, nothing else', async ({ here: { ci } }) => {
  const read = await ci(`GET ${path}`);
  assert.equal([read.status, read.body], [200, { advanced: fresh }]);
  const one = await ci(`PATCH ${path}`, { advanced: { autocancel_builds: true } });
  assert.equal([one.status, one.body], [200, { advanced: { ...fresh, autocancel_builds: true } }]);
  const all = {
    autocancel_builds: false,
    build_fork_prs: true,
    build_prs_only: true,
    disable_ssh: true,
    forks_receive_secret_env_vars: true,
    oss: false,
    set_vcs_status: false,
    setup_workflows: true,
    write_settings_requires_admin: true,
    pr_only_branch_overrides: ['main', 'next'],
  };
  assert.equal((await ci(`PATCH ${path}`, { advanced: all })).body, { advanced: all });
  assert.equal((await ci(`PATCH ${path}`, { advanced: { pr_only_branch_overrides: [] } })).body.advanced, {
    ...all,
    pr_only_branch_overrides: [],
  });
  assert.equal((await ci(`GET ${path}`)).body.advanced, { ...all, pr_only_branch_overrides: [] });
});

settings('what is not a setting, is empty or of another type is 400', async ({ here: { ci } }) => {
  const patch = async (body: unknown) => statusAndMessage(await ci(`PATCH ${path}`, body));
  const names =
    'autocancel_builds, build_fork_prs, build_prs_only, disable_ssh, forks_receive_secret_env_vars, oss, ' +
    'set_vcs_status, setup_workflows, write_settings_requires_admin, pr_only_branch_overrides';
  assert.equal(await patch({}), [400, 'advanced: is required: expected an object']);
  assert.equal(await patch({ advanced: {} }), [400, `advanced: expected at least one of ${names}`]);
  assert.equal(await patch({ advanced: { autocancel_builds: 'yes' } }), [
    400,
    'advanced.autocancel_builds: expected true or false, got "yes"',
  ]);
  assert.equal(await patch({ advanced: { autocancel_builds: null } }), [
    400,
    'advanced.autocancel_builds: expected true or false, got null',
  ]);
  assert.equal(await patch({ advanced: { pr_only_branch_overrides: ['a b'] } }), [
    400,
    'advanced.pr_only_branch_overrides: expected a list of branch names, got a list',
  ]);
  const [status, message] = await patch({ advanced: { fast: true } });
  assert.equal([status, message.startsWith('advanced.fast: is not a known member; expected autocancel_builds, ')], [400, true]);
});

settings('an unknown project is 404; a provider that is no word of the list is 400, in both dialects', async ({ here: { ci } }) => {
  const dialects: readonly Record<string, string>[] = [{ 'ci-token': 'owner-token' }, { 'circle-token': 'owner-token' }];
  for (const headers of dialects)
    for (const [row, body] of [['GET'], ['PATCH', { advanced: { setup_workflows: true } }]] as const) {
      const ask = async (slug: string) => (await ci(`${row} /project/${slug}/settings`, body, { token: null, headers })).status;
      assert.equal([await ask('gh/acme/none'), await ask('gh/none/web'), await ask('gitea/acme/web')], [404, 404, 400]);
    }
});

settings('oss is set where the repository is open source, and never by the hosted profile', async ({ here: { ci, store } }) => {
  assert.equal(statusAndMessage(await ci(`PATCH ${path}`, { advanced: { oss: true } })), [
    400,
    'advanced.oss: can only be set for projects with an open-source repository',
  ]);
  assert.is((await ci(`PATCH ${path}`, { advanced: { oss: false } })).status, 200);
  await store.write(async (tx) => {
    const [web] = (await tx.list<any>({ kind: 'ci-projects' })).records;
    await tx.update(web!, { body: { ...web!.body, openSource: true } });
  });
  assert.is((await ci(`PATCH ${path}`, { advanced: { oss: true } })).body.advanced.oss, true);
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  assert.equal(statusAndMessage(await ci(`PATCH ${path}`, { advanced: { oss: true } }, hosted)), [400, 'advanced.oss: cannot be set']);
  const spoken = (await ci(`PATCH ${path}`, { advanced: { set_github_status: false } }, hosted)).body.advanced;
  assert.equal([spoken.set_github_status, 'set_vcs_status' in spoken, spoken.oss], [false, false, true]);
  assert.equal(statusAndMessage(await ci(`PATCH ${path}`, { advanced: { set_github_status: 1 } }, hosted)), [
    400,
    'advanced.set_github_status: expected true or false, got a number',
  ]);
});

settings('the hosted dialect answers a change of nothing with the settings', async ({ here: { ci } }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const { status, body } = await ci(`PATCH ${path}`, { advanced: {} }, hosted);
  assert.equal([status, body], [200, (await ci(`GET ${path}`, undefined, hosted)).body]);
  assert.is((await ci(`PATCH ${path}`, {}, hosted)).status, 400);
});

settings('with write_settings_requires_admin only owners of the organization change them', async ({ here: { ci, giveRole } }) => {
  const mia = { token: 'mia-token' };
  await giveRole((await ci('GET /project/gh/acme/web')).body.id, 'admin');
  assert.is((await ci(`PATCH ${path}`, { advanced: { write_settings_requires_admin: true } }, mia)).status, 200);
  assert.equal(statusAndMessage(await ci(`PATCH ${path}`, { advanced: { write_settings_requires_admin: false } }, mia)), [
    403,
    'only owners of the organization change the settings of this project (write_settings_requires_admin)',
  ]);
  assert.is((await ci(`GET ${path}`, undefined, mia)).status, 200);
  for (const [token, status] of [
    ['owner-token', 200],
    ['acme-token', 403],
    ['stranger-token', 404],
  ] as const)
    assert.is((await ci(`PATCH ${path}`, { advanced: { disable_ssh: true } }, { token })).status, status, token);
});

settings.run();
