import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeShortId, encodeShortId } from '../../../src/ci/slugs/short-id.ts';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';

const projects = suite<{ here: CiTestService }>('CI projects');
projects.before.each(async (context) => {
  context.here = await startCiService();
});
projects.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };

projects("made by the organization's id or own slug: of its own kind, with an opaque slug", async ({ here: { ci, org } }) => {
  const { slug: home } = (await ci('GET /me/collaborations')).body[0];
  const made = await ci(`POST /organization/${org}/project`, { name: 'web' });
  const { id } = made.body;
  const document = {
    slug: `${home}/${encodeShortId(id)}`,
    name: 'web',
    id,
    organization_name: 'acme',
    organization_slug: home,
    organization_id: org,
    vcs_info: { provider: 'Native', default_branch: 'main' },
  };
  assert.equal([made.status, made.body], [200, document]);
  const read = await ci(`GET /project/${document.slug}`);
  assert.equal([read.status, read.body], [200, document]);
  assert.is((await ci(`POST /organization/${encodeURIComponent(home)}/project`, { name: 'two' })).status, 200);
  assert.is((await ci(`POST /organization/${home}/project`, { name: 'three' })).body.organization_slug, home);
  const spoken = (await ci(`GET /project/${document.slug}`, undefined, hosted)).body;
  assert.equal(spoken, {
    ...document,
    slug: document.slug.replace('native', 'circleci'),
    organization_slug: home.replace('native', 'circleci'),
    vcs_info: { vcs_url: `//circleci.com/${org}/${id}`, provider: 'CircleCI', default_branch: 'main' },
  });
});

projects("made by a code host's slug: of that host, with a human slug", async ({ here: { ci, org } }) => {
  const made = await ci('POST /organization/gh%2Facme/project', { name: 'web.site' });
  const { id } = made.body;
  const document = {
    slug: 'gh/acme/web.site',
    name: 'web.site',
    id,
    organization_name: 'acme',
    organization_slug: 'gh/acme',
    organization_id: org,
    vcs_info: { provider: 'GitHub', default_branch: 'main' },
  };
  assert.equal([made.status, made.body], [200, document]);
  assert.equal((await ci('GET /project/gh/acme/web.site', undefined, hosted)).body.vcs_info, {
    vcs_url: 'https://github.com/acme/web.site',
    provider: 'GitHub',
    default_branch: 'main',
  });
  assert.equal((await ci('POST /organization/bb/acme/project', { name: 'api' })).body.vcs_info.provider, 'Bitbucket');
  const words = 'expected a name of 1 to 100 letters, digits, ., - and _, other than . and .., got "web site"';
  assert.equal(statusAndMessage(await ci('POST /organization/gh/acme/project', { name: 'web site' })), [400, `name: ${words}`]);
  assert.equal(statusAndMessage(await ci('POST /project/gh/acme/web%20site')), [400, `project: ${words}`]);
  assert.is((await ci(`POST /organization/${org}/project`, { name: 'web site' })).status, 200, 'of its own kind');
});

projects('every slug of a project finds it, whatever of it is percent-encoded', async ({ here: { ci, project, org } }) => {
  const { id } = await project('web');
  const slugs = [
    'gh/acme/web',
    'github/acme/web',
    'bb/acme/web',
    'bitbucket/acme/web',
    `native/${encodeShortId(org)}/${encodeShortId(id)}`,
    `circleci/${encodeShortId(org)}/${encodeShortId(id)}`,
    `native/${org}/${id.toUpperCase()}`,
  ];
  for (const slug of slugs)
    for (const spelled of [slug, encodeURIComponent(slug), slug.replace('/', '%2f')])
      assert.equal((await ci(`GET /project/${spelled}`)).body.id, id, spelled);
  for (const below of ['envvar', 'checkout-key', 'settings'])
    assert.is((await ci(`GET /project/gh%2Facme%2Fweb/${below}`)).status, 200, below);
});

projects('what is no slug is 400, what names nothing 404', async ({ here: { ci, project, org } }) => {
  const { id } = await project('web');
  const get = async (slug: string, options = {}) => statusAndMessage(await ci(`GET /project/${slug}`, undefined, options));
  const words = (text: string) => [
    400,
    `project-slug: expected a slug such as gh/acme/web, or <provider>/<organization>/<project>; got "${text}"`,
  ];
  assert.equal(await get('web'), words('web'));
  assert.equal(await get('acme/web'), words('acme/web'));
  assert.equal(await get('acme%2Fweb'), words('acme/web'));
  assert.equal(await get('gl/acme/web'), [400, '"gl" is not the provider of a slug; expected github, gh, bitbucket, bb or native']);
  assert.equal(await get('gh/acme/nothing'), [404, gone('the project "gh/acme/nothing"')]);
  assert.equal(await get('gh/nobody/web'), [404, gone('the organization "gh/nobody"')]);
  assert.equal(await get('native/acme/web'), [404, gone('the organization "native/acme"')]);
  assert.equal(await get(`native/${org}/web`), [404, gone(`the project "native/${org}/web"`)]);
  assert.equal(await get('gh/acme/web', { token: 'stranger-token' }), [404, gone('the organization "gh/acme"')]);
  const other = (await ci('GET /me/collaborations', undefined, { token: 'stranger-token' })).body[0].id;
  assert.equal(
    await get(`native/${other}/${id}`, { token: 'stranger-token' }),
    [404, gone(`the project "native/${other}/${id}"`)],
    'of another organization',
  );
  assert.is((await ci('GET /project/gh/acme/web/more/and/more')).status, 404);
});

projects('a body that does not fit is 400, a taken name 409, an unknown organization 404', async ({ here: { ci, org } }) => {
  const make = async (body: unknown, home = org) => statusAndMessage(await ci(`POST /organization/${home}/project`, body));
  const words = 'a name of 1 to 100 characters on one line, without / and other than . and ..';
  assert.equal(await make({}), [400, `name: is required: expected ${words}`]);
  assert.equal(await make({ name: 'a/b' }), [400, `name: expected ${words}, got "a/b"`]);
  assert.equal(await make({ name: '..' }), [400, `name: expected ${words}, got ".."`]);
  assert.equal(await make({ name: 'x'.repeat(101) }), [400, `name: expected ${words}, got a string of 101 characters`]);
  assert.equal(await make({ name: 'x', slug: 'y' }), [400, 'slug: is not a known member; expected name']);
  assert.equal(await make({ name: 'web' }, 'acme'), [
    400,
    'org-slug-or-id: expected a slug such as gh/acme, or <provider>/<organization>; got "acme"',
  ]);
  assert.equal(await make({ name: 'web' }, 'aaaaaaaa-0000-4000-8000-000000000000'), [
    404,
    gone('the organization aaaaaaaa-0000-4000-8000-000000000000'),
  ]);
  assert.equal(await make({ name: 'web' }), [200, undefined]);
  assert.equal(await make({ name: 'web' }), [409, 'the project "web" already exists']);
});

projects('DELETE takes everything in it along', async ({ here: { ci, project, definition, store } }) => {
  const { id } = await project('web', 'gh/acme');
  await ci('POST /project/gh/acme/web/envvar', { name: 'A', value: 'x' });
  await ci('POST /project/gh/acme/web/checkout-key', { type: 'deploy-key' });
  const build = await definition(id);
  await ci(`POST /projects/${id}/pipeline-definitions/${build}/triggers`, {
    event_source: { provider: 'codehost_app', repo: { external_id: '1' } },
  });
  assert.equal(await store.read((view) => view.count({ kind: 'ci-triggers' })), 1);
  const gone = await ci('DELETE /project/gh/acme/web');
  assert.equal([gone.status, gone.body], [200, { message: 'Project deleted' }]);
  assert.is((await ci('GET /project/gh/acme/web')).status, 404);
  assert.is((await ci('DELETE /project/gh/acme/web')).status, 404);
  for (const kind of ['ci-project-variables', 'ci-checkout-keys', 'ci-definitions', 'ci-triggers'])
    assert.is(await store.read((view) => view.count({ kind })), 0, kind);
});

projects('POST /project/{provider}/{organization}/{project} is deprecated and says so', async ({ here: { ci, request: ask } }) => {
  const made = await ci('POST /project/gh/acme/web');
  assert.equal([made.status, Object.keys(made.body), made.body.advanced.set_vcs_status], [201, ['advanced'], true]);
  assert.equal(
    [made.headers.get('deprecation'), made.headers.get('warning')],
    [
      'true',
      '299 - "POST /project/{provider}/{organization}/{project} is deprecated: Use POST ' +
        '/organization/{org-slug-or-id}/project. Its removal was announced for 1 August 2025."',
    ],
  );
  assert.is((await ci('GET /project/gh/acme/web')).body.vcs_info.provider, 'GitHub');
  const again = await ci('POST /project/gh/acme/web');
  assert.equal([...statusAndMessage(again), again.headers.get('deprecation')], [409, 'the project "web" already exists', 'true']);
  const native = await ci('POST /project/native/acme/web');
  assert.is(native.status, 404);
  const { slug } = (await ci('GET /me/collaborations')).body[0];
  const other = await ci(`POST /project/${slug}/web`);
  assert.equal(
    [...statusAndMessage(other), other.headers.get('allow')],
    [405, 'only projects of a code host are created at their path; send POST /organization/{org-slug-or-id}/project', 'GET, DELETE, HEAD'],
  );
  assert.is((await ask('GET //_local/requests')).body.entries.filter((entry: any) => entry.warnings).length, 4);
});

projects('a short id is its UUID and back', () => {
  for (const [id, short] of [
    ['00000000-0000-0000-0000-000000000000', '1111111111111111111111'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'YcVfxkQb6JRzqk5kF2tNLv'],
    ['00000000-0000-0000-0000-00000000003a', '1111111111111111111121'],
  ] as const)
    assert.equal([encodeShortId(id), decodeShortId(short)], [short, id]);
  assert.equal(
    [
      decodeShortId('YcVfxkQb6JRzqk5kF2tNLw'),
      decodeShortId('zzzzzzzzzzzzzzzzzzzzzz'),
      decodeShortId('0111111111111111111111'),
      decodeShortId('11'),
    ],
    [undefined, undefined, undefined, undefined],
  );
});

projects.run();
