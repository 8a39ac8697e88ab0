import { newId } from '../../../src/store/new-id.ts';
import type { CostRequest, CostWorld } from './cost-world.ts';
import { inOrder, type MeasuredOperations, numberedName } from './operations.ts';

const configuration = `version: 2.1
jobs:
  test: { docker: [{ image: node }], steps: [checkout, { run: npm test }] }
  ship: { docker: [{ image: node }], steps: [checkout] }
workflows:
  all: { jobs: [test, { ship: { requires: [test] } }] }
`;

const organizationId = async ({ store }: CostWorld): Promise<string> =>
  (await store.read((view) => view.getByKey('ci-organizations', '', 'acme')))!.id;

const describeContexts = async (world: CostWorld, prefix: string, count: number): Promise<readonly CostRequest[]> => {
  const owner = { id: await organizationId(world), type: 'organization' };
  return inOrder(count, (at) => ({ api: 'ci', row: 'POST /context', body: { name: numberedName(prefix, at), owner } }));
};
const createContexts = async (world: CostWorld, prefix: string, count: number): Promise<readonly string[]> => {
  const requests = await describeContexts(world, prefix, count);
  return inOrder(count, async (at) => (await world.askCi('POST /context', requests[at]!.body)).id);
};
const putVariable = (context: string, at: number): CostRequest => ({
  api: 'ci',
  row: `PUT /context/${context}/environment-variable/KEY_${at}`,
  body: { value: 'some value' },
});

/** Projects with a configuration. */
const createProjects = ({ askCi, store }: CostWorld, prefix: string, count: number): Promise<readonly string[]> =>
  inOrder(count, async (at) => {
    const name = numberedName(prefix, at);
    const { id } = await askCi('POST /organization/gh%2Facme/project', { name });
    const body = { text: configuration };
    await store.write((tx) => tx.insert({ id: newId('text'), kind: 'ci-configurations', scope: id, key: 'config', name: '', body }));
    return `gh/acme/${name}`;
  });

export const ciOperations: MeasuredOperations = {
  'context created': (world, count) => describeContexts(world, 'created', count),
  'context read': async (world, count) =>
    (await createContexts(world, 'read', count)).map((id) => ({ api: 'ci', row: `GET /context/${id}` })),
  'contexts listed': async (world, count) => {
    await createContexts(world, 'listed', 20);
    const owner = await organizationId(world);
    return inOrder(count, () => ({ api: 'ci', row: `GET /context?owner-id=${owner}` }));
  },
  'context deleted': async (world, count) =>
    (await createContexts(world, 'deleted', count)).map((id) => ({ api: 'ci', row: `DELETE /context/${id}` })),
  'context variable put': async (world, count) => (await createContexts(world, 'with-variable', count)).map((id) => putVariable(id, 0)),
  'context variables listed': async (world, count) => {
    const [id] = await createContexts(world, 'with-variables', 1);
    await inOrder(20, (at) => world.askCi(putVariable(id!, at).row, putVariable(id!, at).body));
    return inOrder(count, () => ({ api: 'ci', row: `GET /context/${id}/environment-variable` }));
  },
  'CI project created': (_, count) =>
    inOrder(count, (at) => ({ api: 'ci', row: 'POST /organization/gh%2Facme/project', body: { name: numberedName('created', at) } })),
  'project variable created': async (world, count) =>
    (await createProjects(world, 'with-variable', count)).map((slug) => ({
      api: 'ci',
      row: `POST /project/${slug}/envvar`,
      body: { name: 'KEY', value: 'some value' },
    })),
  'pipeline triggered': async (world, count) =>
    (await createProjects(world, 'triggered', count)).map((slug) => ({ api: 'ci', row: `POST /project/${slug}/pipeline`, body: {} })),
  'pipeline read': async (world, count) => {
    const projects = await createProjects(world, 'with-pipeline', count);
    return inOrder(count, async (at) => {
      const { id } = await world.askCi(`POST /project/${projects[at]}/pipeline`, {});
      return { api: 'ci', row: `GET /pipeline/${id}` };
    });
  },
};
