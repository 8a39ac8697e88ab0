import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { groupId } from '../../../src/ci/contexts/groups.ts';
import { startCiService, type CiTestService, statusAndMessage } from '../support.ts';

const restrictions = suite<{ here: CiTestService; path: string; context: string; project: any }>('CI context restrictions');
restrictions.before.each(async (context) => {
  context.here = await startCiService();
  context.context = await context.here.context('keys');
  context.path = `/context/${context.context}/restrictions`;
  context.project = await context.here.project('web');
});
restrictions.after.each(async (context) => {
  await context.here.close();
});

restrictions(
  'POST: a project, an expression, a group; then listed with names and deleted',
  async ({ here: { ci, store, org }, path, context, project }) => {
    const ops = groupId((await store.read((view) => view.getByKey('teams', 'acme', 'ops')))!.id);
    const wanted = [
      ['project', project.id, project.id, 'web'],
      ['expression', 'pipeline.git.branch == "main"', null, null],
      ['group', ops, null, 'ops'],
      ['group', org, null, 'All members'],
    ] as const;
    const items = [];
    for (const [type, value, project_id, name] of wanted) {
      const { status, body } = await ci(`POST ${path}`, { restriction_type: type, restriction_value: value });
      assert.equal(
        [status, body],
        [201, { id: body.id, context_id: context, project_id, name, restriction_type: type, restriction_value: value }],
        type,
      );
      items.push(body);
    }
    const list = await ci(`GET ${path}`);
    assert.equal([list.status, list.body], [200, { items, next_page_token: null }]);
    assert.equal(statusAndMessage(await ci(`DELETE ${path}/${items[1].id}`)), [200, 'Context restriction deleted.']);
    assert.equal((await ci(`GET ${path}`)).body.items, [items[0], items[2], items[3]]);
    assert.equal(statusAndMessage(await ci(`DELETE ${path}/${items[1].id}`)), [
      404,
      `the restriction ${items[1].id} was not found, or this token has no access to it`,
    ]);
    assert.equal(statusAndMessage(await ci(`DELETE ${path}/first`)), [400, 'restriction_id: expected a UUID, got "first"']);
  },
);

restrictions('the hosted profile shows the name in lists only', async ({ here: { ci }, path, context, project }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const { body } = await ci(`POST ${path}`, { restriction_type: 'project', restriction_value: project.id }, hosted);
  assert.equal(body, {
    id: body.id,
    context_id: context,
    project_id: project.id,
    restriction_type: 'project',
    restriction_value: project.id,
  });
  assert.equal(
    (await ci(`GET ${path}`, undefined, hosted)).body.items.map(({ name }: any) => name),
    ['All members', 'web'],
  );
});

restrictions('a context open to all members has one row for them in the hosted profile', async ({ here, path, context }) => {
  const { org, store } = here;
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  const ci = (row: string, body?: unknown) => here.ci(row, body, hosted);
  const all = {
    id: org,
    context_id: context,
    project_id: null,
    name: 'All members',
    restriction_type: 'group',
    restriction_value: org,
  };
  assert.equal((await ci(`GET ${path}`)).body.items, [all]);
  assert.equal((await here.ci(`GET ${path}`)).body.items, [], 'the specification has no such row');
  const whole = (await ci(`GET /context/${context}`)).body;
  assert.equal([whole.org_id, whole.restrictions, whole.environment_variables], [org, [all], []]);
  const closed = async () => (await store.read((view) => view.get<any>('ci-contexts', context)))!.body.closed;
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/${org}`)), [200, 'Context restriction deleted.']);
  assert.equal([await closed(), (await ci(`GET ${path}`)).body.items], [true, []]);
  assert.is((await ci(`DELETE ${path}/${org}`)).status, 404);
  const { name: _name, ...told } = all;
  const again = await ci(`POST ${path}`, { restriction_type: 'group', restriction_value: org });
  assert.equal([again.status, again.body], [201, told]);
  assert.equal((await ci(`GET ${path}`)).body.items, [all]);
});

restrictions(
  'project_id alone, which is deprecated, means a project; headers and the journal tell its use',
  async ({ here: { ci, request }, path, project }) => {
    const { status, body, headers } = await ci(`POST ${path}`, { project_id: project.id.toUpperCase() });
    assert.equal(
      [headers.get('deprecation'), headers.get('warning')],
      ['true', '299 - "\\"project_id\\" is deprecated: Use `restriction_type = \\"project\\"` with `restriction_value`."'],
    );
    const { entries } = (await request('GET //_local/requests')).body;
    assert.equal(entries.filter(({ method }: any) => method === 'POST').at(-1).warnings, [
      '"project_id" is deprecated: Use `restriction_type = "project"` with `restriction_value`.',
    ]);
    assert.equal([status, body.restriction_type, body.restriction_value, body.project_id], [201, 'project', project.id, project.id]);
    const beside = async (more: object) => statusAndMessage(await ci(`POST ${path}`, { project_id: project.id, ...more }));
    assert.equal(await beside({ restriction_type: 'project' }), [
      400,
      'project_id: project_id and restriction_type exclude each other; send restriction_type and restriction_value',
    ]);
    assert.equal(await beside({ restriction_value: project.id }), [
      400,
      'project_id: project_id and restriction_value exclude each other; send restriction_type and restriction_value',
    ]);
  },
);

restrictions('twice the same is 409', async ({ here: { ci }, path, project }) => {
  const post = () => ci(`POST ${path}`, { restriction_type: 'project', restriction_value: project.id });
  assert.is((await post()).status, 201);
  assert.equal(statusAndMessage(await post()), [409, 'the context already has this restriction']);
  assert.is((await ci(`POST ${path}`, { project_id: project.id })).status, 409);
});

restrictions('what is no restriction is 400', async ({ here: { ci }, path, project }) => {
  const post = async (body: unknown) => statusAndMessage(await ci(`POST ${path}`, body));
  const types = 'project, expression, group';
  assert.equal(await post({}), [400, `restriction_type: is required: expected ${types}`]);
  assert.equal(await post({ restriction_type: 'project' }), [400, 'restriction_value: is required: expected a string']);
  assert.equal(await post({ restriction_type: 'team', restriction_value: 'x' }), [400, `restriction_type: expected ${types}, got "team"`]);
  assert.equal(await post({ restriction_type: 'project', restriction_value: 'web' }), [
    400,
    'restriction_value: expected a UUID, got "web"',
  ]);
  assert.equal(await post({ restriction_type: 'project', restriction_value: 7 }), [
    400,
    'restriction_value: expected a string, got a number',
  ]);
  assert.equal(await post({ project_id: 'web' }), [400, 'project_id: expected a UUID, got "web"']);
  const nowhere = 'aaaaaaaa-0000-4000-8000-000000000000';
  assert.equal(await post({ restriction_type: 'project', restriction_value: nowhere }), [
    400,
    `restriction_value: expected a project of the organization that owns the context; there is no ${nowhere}`,
  ]);
  assert.equal(await post({ project_id: nowhere }), [
    400,
    `project_id: expected a project of the organization that owns the context; there is no ${nowhere}`,
  ]);
  assert.equal(await post({ restriction_type: 'group', restriction_value: project.id }), [
    400,
    `restriction_value: expected a group of the organization that owns the context; there is no ${project.id}`,
  ]);
  for (const [source, words] of [
    ['pipeline.git.branch ==', 'expected a value at character 23; found the end'],
    ['pipeline.git.branch = "main"', 'expected == at character 21'],
    ['(a == 1', 'expected ) at character 8; found the end'],
    ['a == "x', 'the text that begins at character 6 has no closing "'],
  ] as const)
    assert.equal(await post({ restriction_type: 'expression', restriction_value: source }), [
      400,
      `restriction_value: is not a valid expression: ${words}`,
    ]);
  assert.equal(await post({ restriction_type: 'expression', restriction_value: '' }), [
    400,
    'restriction_value: expected a string, got ""',
  ]);
});

restrictions(
  'a restriction stays when its project is deleted, without a name, until it is deleted itself',
  async ({ here, path, project }) => {
    const { ci } = here;
    const { body: made } = await ci(`POST ${path}`, { restriction_type: 'project', restriction_value: project.id });
    await ci(`DELETE /project/${project.slug}`);
    assert.equal((await ci(`GET ${path}`)).body, { items: [{ ...made, name: null }], next_page_token: null });
    assert.is((await ci(`DELETE ${path}/${made.id}`)).status, 200);
    assert.equal((await ci(`GET ${path}`)).body.items, []);
  },
);

restrictions.run();
