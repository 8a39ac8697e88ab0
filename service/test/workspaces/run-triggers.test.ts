import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkspaceIn } from '../creators.ts';
import { createTestService, type TestService } from '../support.ts';

const test = suite<{ bench: TestService; source: string; target: string }>('run triggers');
test.before.each(async (context) => {
  const bench = await createTestService();
  const project = (await bench.request('GET /organizations/acme/projects')).body.data[0].id;
  const [source, target] = [await createWorkspaceIn(bench, 'quarry', project), await createWorkspaceIn(bench, 'harbour', project)];
  Object.assign(context, { bench, source, target });
});
test.after.each(async ({ bench }) => {
  await bench.close();
});

const create = (bench: TestService, target: string, source: string) =>
  bench.request(`POST /workspaces/${target}/run-triggers`, {
    data: { type: 'run-triggers', relationships: { sourceable: { data: { type: 'workspaces', id: source } } } },
  });

test('a trigger names both workspaces and is listed from both sides', async ({ bench, source, target }) => {
  const { status, body } = await create(bench, target, source);
  const { id } = body.data;
  assert.equal(
    [status, body.data],
    [
      201,
      {
        id,
        type: 'run-triggers',
        attributes: {
          'workspace-name': 'harbour',
          'sourceable-name': 'quarry',
          'created-at': '2026-05-01T12:00:00.000Z',
          'updated-at': '2026-05-01T12:00:00.000Z',
        },
        relationships: {
          workspace: { data: { id: target, type: 'workspaces' } },
          sourceable: { data: { id: source, type: 'workspaces' } },
        },
        links: { self: `/api/v2/run-triggers/${id}` },
      },
    ],
  );
  const list = async (workspace: string, type: string) =>
    (await bench.request(`GET /workspaces/${workspace}/run-triggers?filter[run-trigger][type]=${type}`)).body.data.map(
      (one: any) => one.id,
    );
  assert.equal(
    [await list(target, 'inbound'), await list(target, 'outbound'), await list(source, 'inbound'), await list(source, 'outbound')],
    [[id], [], [], [id]],
  );
  const wrong = await bench.request(`GET /workspaces/${target}/run-triggers?filter[run-trigger][type]=sideways`);
  assert.equal([wrong.status, wrong.body.errors[0].source], [400, { parameter: 'filter[run-trigger][type]' }]);
});

test('a source is taken once, and is another workspace', async ({ bench, source, target }) => {
  await create(bench, target, source);
  assert.is((await create(bench, target, source)).status, 422);
  const own = await create(bench, target, target);
  assert.equal([own.status, own.body.errors[0].source.pointer], [422, '/data/relationships/sourceable/data/id']);
  assert.is((await create(bench, source, target)).status, 201, 'the other way round');
});

test('a trigger goes with each of its workspaces', async ({ bench, source, target }) => {
  const { id } = (await create(bench, target, source)).body.data;
  assert.is((await bench.request(`DELETE /workspaces/${source}`)).status, 204);
  assert.is((await bench.request(`GET /run-triggers/${id}`)).status, 404);
  assert.equal((await bench.request(`GET /workspaces/${target}/run-triggers`)).body.data, []);
});

test.run();
