import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PipelineDefinition } from '../../../src/ci/pipeline-definitions/pipeline-definition-records.ts';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';

const definitions = suite<{ here: CiTestService; project: string; path: string }>('CI pipeline definitions');
definitions.before.each(async (context) => {
  context.here = await startCiService();
  context.project = (await context.here.project('web')).id;
  context.path = `/projects/${context.project}/pipeline-definitions`;
});
definitions.after.each(async (context) => {
  await context.here.close();
});
const gone = (what: string) => `${what} was not found, or this token has no access to it`;
const app = (external_id: string) => ({ provider: 'codehost_app', repo: { external_id } });
const body = {
  name: 'build',
  description: 'all of it',
  config_source: { ...app('11'), file_path: '.ci/config.yml' },
  checkout_source: app('12'),
};
const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
/** A definition that no request can create. */
const planted = ({ store }: CiTestService, project: string, provider: 'codehost_dc' | 'github_oauth', id: string) =>
  store.write((tx) => {
    const source = { provider, externalId: '5', fullName: 'acme/five' };
    return tx.insert<PipelineDefinition>({
      id,
      kind: 'ci-definitions',
      scope: project,
      key: id,
      name: 'old',
      body: { name: 'old', description: '', configSource: { ...source, filePath: 'ci.yml' }, checkoutSource: source, createdAt: startTime },
    });
  });
const other = 'aaaaaaaa-0000-4000-8000-000000000000';

definitions('made, read, listed, changed, deleted', async ({ here: { ci }, path }) => {
  const made = await ci(`POST ${path}`, body);
  const { id } = made.body;
  const document = {
    id,
    name: 'build',
    description: 'all of it',
    created_at: startTime,
    config_source: { provider: 'codehost_app', repo: { full_name: 'acme/11', external_id: '11' }, file_path: '.ci/config.yml' },
    checkout_source: { provider: 'codehost_app', repo: { full_name: 'acme/12', external_id: '12' } },
  };
  assert.equal([made.status, made.body], [200, document]);
  const read = await ci(`GET ${path}/${id}`);
  assert.equal([read.status, read.body], [200, document]);
  const list = await ci(`GET ${path}`);
  assert.equal([list.status, list.body], [200, { items: [document] }]);
  const changed = await ci(`PATCH ${path}/${id}`, {
    name: 'ship',
    description: '',
    config_source: { file_path: 'ci/ship.yml' },
    checkout_source: app('13'),
  });
  const after = {
    ...document,
    name: 'ship',
    description: '',
    config_source: { ...document.config_source, file_path: 'ci/ship.yml' },
    checkout_source: { provider: 'codehost_app', repo: { full_name: 'acme/13', external_id: '13' } },
  };
  assert.equal([changed.status, changed.body], [200, after]);
  assert.equal((await ci(`PATCH ${path}/${id}`, {})).body, after);
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/${id}`)), [200, 'Pipeline definition deleted.']);
  for (const method of ['GET', 'DELETE'])
    assert.equal(statusAndMessage(await ci(`${method} ${path}/${id}`)), [404, gone(`the pipeline definition ${id}`)]);
  assert.equal((await ci(`GET ${path}`)).body, { items: [] });
});

definitions('the hosted profile has its own words, and takes repositories by number', async ({ here: { ci }, path }) => {
  const own = { provider: 'github_app', repo: { external_id: '11' } };
  const { body: made } = await ci(`POST ${path}`, { name: 'build', config_source: { ...own, file_path: 'a.yml' }, checkout_source: own });
  assert.equal([made.config_source.provider, made.checkout_source.provider], ['github_app', 'github_app'], 'its words are enough');
  assert.is((await ci(`GET ${path}/${made.id}`)).body.config_source.provider, 'codehost_app');
  assert.equal(
    statusAndMessage(
      await ci(
        `POST ${path}`,
        { name: 'x', config_source: { ...own, repo: { external_id: 'web' }, file_path: 'a.yml' }, checkout_source: own },
        hosted,
      ),
    ),
    [400, 'config_source.repo.external_id: expected the number that the code host gave the repository, as a string, got "web"'],
  );
});

definitions('what cannot be made is 400 and names the member', async ({ here: { ci }, path }) => {
  const post = async (change: object) => statusAndMessage(await ci(`POST ${path}`, { ...body, ...change }));
  assert.equal(statusAndMessage(await ci(`POST ${path}`, {})), [
    400,
    'name: is required: expected a name of 1 to 255 characters on one line; ' +
      'config_source: is required: expected an object; checkout_source: is required: expected an object',
  ]);
  assert.equal(await post({ config_source: app('1') }), [
    400,
    'config_source.file_path: is required: expected a path inside the repository, such as .ci/config.yml',
  ]);
  for (const file_path of ['/etc/passwd', '../ci.yml', 'a/../../b.yml', '', 7])
    assert.match(
      (await post({ config_source: { ...app('1'), file_path } }))[1],
      /^config_source\.file_path: expected a path inside the repository/,
    );
  assert.equal(await post({ config_source: { ...app('1'), provider: 'codehost_dc', file_path: 'a.yml' } }), [
    400,
    'config_source.provider: expected "codehost_app", the one provider that definitions are made with; got "codehost_dc"',
  ]);
  assert.equal(await post({ checkout_source: { ...app('1'), provider: 'webhook' } }), [
    400,
    'checkout_source.provider: expected "codehost_app", the one provider that definitions are made with; got "webhook"',
  ]);
  assert.equal(await post({ checkout_source: { provider: 'codehost_app' } }), [
    400,
    'checkout_source.repo: is required: expected an object',
  ]);
  assert.equal(await post({ checkout_source: { provider: 'codehost_app', repo: {} } }), [
    400,
    'checkout_source.repo.external_id: is required: expected the id that the code host gave the repository, 1 to 255 characters',
  ]);
  assert.equal(await post({ checkout_source: { ...app('1'), file_path: 'x' } }), [
    400,
    'checkout_source.file_path: is not a known member; expected provider, repo',
  ]);
  assert.equal(await post({ trigger: {} }), [
    400,
    'trigger: is not a known member; expected name, description, config_source, checkout_source',
  ]);
  assert.equal(await post({ description: 'x'.repeat(1001) }), [
    400,
    'description: expected a string of at most 1000 characters, got a string of 1001 characters',
  ]);
});

definitions(
  'of its configuration only the file changes; what else is sent must be what it is',
  async ({ here: { ci, definition }, path, project }) => {
    const id = await definition(project, '11', '12');
    const patch = async (config_source: object) => statusAndMessage(await ci(`PATCH ${path}/${id}`, { config_source }));
    assert.equal(await patch({ ...app('11'), file_path: 'b.yml' }), [200, undefined]);
    assert.equal(await patch({ provider: 'codehost_dc' }), [400, 'config_source.provider: cannot be changed; it is "codehost_app"']);
    assert.equal(await patch({ repo: { external_id: '12' } }), [400, 'config_source.repo.external_id: cannot be changed; it is "11"']);
    assert.equal(statusAndMessage(await ci(`PATCH ${path}/${id}`, { checkout_source: { repo: { external_id: '13' } } })), [
      400,
      'checkout_source.provider: is required: expected a string',
    ]);
    assert.is((await ci(`GET ${path}/${id}`)).body.config_source.file_path, 'b.yml');
  },
);

definitions(
  "those of other providers: the data center's are read, changed and deleted, the rest only listed",
  async ({ here: bench, path, project }) => {
    const [dc, oauth] = ['aaaaaaaa-0000-4000-8000-000000000001', 'aaaaaaaa-0000-4000-8000-000000000002'];
    await planted(bench, project, 'codehost_dc', dc);
    await planted(bench, project, 'github_oauth', oauth);
    const { ci } = bench;
    assert.equal(
      (await ci(`GET ${path}`)).body.items.map((one: any) => one.config_source.provider),
      ['codehost_dc', 'github_oauth'],
    );
    assert.equal(
      (await ci(`GET ${path}`, undefined, hosted)).body.items.map((one: any) => one.config_source.provider),
      ['bitbucket_dc', 'github_oauth'],
    );
    assert.is((await ci(`PATCH ${path}/${dc}`, { name: 'new' })).body.name, 'new');
    assert.is((await ci(`DELETE ${path}/${dc}`)).status, 200);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(
        statusAndMessage(await ci(`${method} ${path}/${oauth}`, method === 'PATCH' ? {} : undefined)),
        [400, 'this is for definitions whose config_source.provider is codehost_app or codehost_dc; its is "github_oauth"'],
        method,
      );
  },
);

definitions(
  'a project or definition that is not there, or not yours, is 404',
  async ({ here: { ci, definition, project: make }, path, project }) => {
    const id = await definition(project);
    const second = (await make('api')).id;
    assert.equal(statusAndMessage(await ci(`GET ${path}`, undefined, { token: 'stranger-token' })), [404, gone(`the project ${project}`)]);
    assert.equal(statusAndMessage(await ci(`GET /projects/${other}/pipeline-definitions`)), [404, gone(`the project ${other}`)]);
    assert.equal(statusAndMessage(await ci(`GET /projects/${second}/pipeline-definitions/${id}`)), [
      404,
      gone(`the pipeline definition ${id}`),
    ]);
    assert.equal(statusAndMessage(await ci('GET /projects/web/pipeline-definitions')), [400, 'project_id: expected a UUID, got "web"']);
    assert.equal(statusAndMessage(await ci(`GET ${path}/build`)), [400, 'pipeline_definition_id: expected a UUID, got "build"']);
  },
);

definitions('github_server is a provider of the hosted profile; what was read is taken back', async ({ here: { ci }, path }) => {
  const source = { provider: 'github_server', repo: { external_id: '11' } };
  const sent = { name: 'build', config_source: { ...source, file_path: 'ci.yml' }, checkout_source: source };
  const made = await ci(`POST ${path}`, sent, hosted);
  const { id, created_at: _createdAt, ...document } = made.body;
  const repo = { full_name: 'acme/11', external_id: '11' };
  assert.equal(
    [made.status, document],
    [
      200,
      {
        name: 'build',
        description: '',
        config_source: { provider: 'github_server', repo, file_path: 'ci.yml' },
        checkout_source: { provider: 'github_server', repo },
      },
    ],
  );
  assert.equal((await ci(`GET ${path}/${id}`, undefined, hosted)).body, made.body);
  assert.equal((await ci(`PATCH ${path}/${id}`, document, hosted)).body, made.body);
  assert.equal(
    statusAndMessage(await ci(`PATCH ${path}/${id}`, { checkout_source: { ...source, repo: { ...repo, external_id: '12' } } }, hosted)),
    [400, 'checkout_source.repo.full_name: is the name of another repository than external_id; send external_id alone'],
  );
  assert.equal(statusAndMessage(await ci(`POST ${path}`, sent)), [
    400,
    'config_source.provider: expected "codehost_app", the one provider that definitions are made with; got "github_server"',
  ]);
  assert.is((await ci(`DELETE ${path}/${id}`, undefined, hosted)).status, 200);
});

definitions('a definition takes its triggers with it', async ({ here: { ci, definition, store }, path, project }) => {
  const [one, two] = [await definition(project), await definition(project)];
  for (const id of [one, two]) await ci(`POST ${path}/${id}/triggers`, { event_source: app('1') });
  await ci(`DELETE ${path}/${one}`);
  assert.equal(
    (await store.read((view) => view.list<any>({ kind: 'ci-triggers' }))).records.map((record) => record.body.definition),
    [two],
  );
});

definitions.run();
