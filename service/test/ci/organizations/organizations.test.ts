import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';

const organizations = suite<{ here: CiTestService }>('CI organizations');
organizations.before.each(async (context) => {
  context.here = await startCiService();
});
organizations.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;

organizations(
  'a new organization exists in both services, as a native one or one of a code host',
  async ({ here: { ci, request: ask } }) => {
    const made = await ci('POST /organization', { name: 'initech' });
    const { id, slug } = made.body;
    assert.match(slug, /^native\/[1-9A-Za-z]{22}$/);
    assert.equal([made.status, made.body], [201, { id, name: 'initech', slug, vcs_type: 'native' }]);
    for (const name of [id, slug, encodeURIComponent(slug), 'gh/initech', 'bb%2Finitech'])
      assert.equal((await ci(`GET /organization/${name}`)).body, made.body, name);
    assert.is((await ask('GET /organizations/initech')).body.data.attributes.permissions['can-destroy'], true);
    const coded = await ci('POST /organization', { name: 'hooli', vcs_type: 'github' });
    assert.equal(coded.body, { id: coded.body.id, name: 'hooli', slug: 'gh/hooli', vcs_type: 'github' });
    assert.is((await ci('POST /organization/gh%2Fhooli/project', { name: 'web' })).body.slug, 'gh/hooli/web');
    const hosted = await ci(
      'POST /organization',
      { name: 'pied', vcs_type: 'circleci' },
      { token: null, headers: { 'circle-token': 'owner-token' } },
    );
    assert.equal([hosted.body.vcs_type, hosted.body.slug.split('/')[0]], ['circleci', 'circleci']);
  },
);

organizations('an organization that cannot be created is reported', async ({ here: { ci } }) => {
  assert.equal(statusAndMessage(await ci('POST /organization', { name: 'acme' })), [409, 'the organization "acme" already exists']);
  assert.equal(statusAndMessage(await ci('POST /organization', { name: 'a b' })), [
    400,
    'name: expected 1 to 40 letters, digits, - and _, beginning with a letter or digit, got "a b"',
  ]);
  assert.equal(statusAndMessage(await ci('POST /organization', { name: 'x', vcs_type: 'svn' })), [
    400,
    'vcs_type: expected github, bitbucket or native, got "svn"',
  ]);
  assert.equal(statusAndMessage(await ci('POST /organization', { name: 'x' }, { token: 'acme-token' })), [
    403,
    "an organization is created with a user's token",
  ]);
});

organizations(
  'is deleted by its owners, in both services, when it has no workspaces',
  async ({ here: { ci, request: ask, org, context, project, store } }) => {
    await context('keys');
    await project('web');
    assert.equal(statusAndMessage(await ci(`DELETE /organization/${org}`, undefined, { token: 'mia-token' })), [
      403,
      'only owners delete an organization',
    ]);
    assert.equal(statusAndMessage(await ci(`DELETE /organization/${org}`, undefined, { token: 'stranger-token' })), [
      404,
      gone(`the organization ${org}`),
    ]);
    const [home] = (await ask('GET /organizations/acme/projects')).body.data;
    const workspace = await ask('POST /organizations/acme/workspaces', {
      data: { type: 'workspaces', attributes: { name: 'one' }, relationships: { project: { data: { type: 'projects', id: home.id } } } },
    });
    assert.equal(statusAndMessage(await ci(`DELETE /organization/${org}`)), [
      409,
      'the organization still has 1 workspaces; delete them first',
    ]);
    await ask(`DELETE /workspaces/${workspace.body.data.id}`);
    assert.equal(statusAndMessage(await ci(`DELETE /organization/${org}`)), [200, 'Organization deleted.']);
    assert.is((await ask('GET /organizations/acme')).status, 404);
    for (const kind of ['ci-contexts', 'ci-projects']) assert.is(await store.read((view) => view.count({ kind })), 0, kind);
    assert.equal(
      (await store.read((view) => view.list({ kind: 'ci-slugs' }))).records.map(({ key }) => key),
      ['globex', 'globex'],
    );
  },
);

organizations('its groups are everybody and its teams', async ({ here: { ci, org } }) => {
  const { status, body } = await ci(`GET /organizations/${org}/groups`);
  assert.match(body.items[1].id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.equal(
    [status, body],
    [
      200,
      {
        items: [
          { id: org, name: 'All members' },
          { id: body.items[1].id, name: 'owners' },
          { id: body.items[2].id, name: 'ops' },
        ],
      },
    ],
  );
  assert.is((await ci(`GET /organizations/${org}/groups`, undefined, { token: 'stranger-token' })).status, 404);
});

organizations.run();
