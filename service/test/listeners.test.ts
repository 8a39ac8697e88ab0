/** Who listens to nouns belongs to a service: two of them in one process share none (decision 155). */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { organizationListeners } from '../src/access/organization-listeners.ts';
import { createListenerKind, gatherListeners, type Listeners } from '../src/http/listeners.ts';
import { createService } from '../src/service.ts';
import { runListeners } from '../src/workspaces/runs/run-listeners.ts';
import { createTestService } from './support.ts';

const test = suite('listeners');

/** Notes the notifications that it receives. */
const createNoting = () => {
  const heard: string[] = [];
  const listeners: Listeners = gatherListeners([
    organizationListeners.listen({
      created: async (_tx, _ctx, { name }) => heard.push(`created ${name}`),
      renamed: async (_tx, from, to) => void heard.push(`renamed ${from} ${to}`),
      deleted: async (_tx, name) => void heard.push(`deleted ${name}`),
      memberRemoved: async (_tx, name) => void heard.push(`left ${name}`),
    }),
    runListeners.listen({ entered: async (_context, { body }, statuses) => void heard.push(`run ${body.message} ${statuses.join(' ')}`) }),
  ]);
  return { heard, listeners };
};

test('each of two services over one store notifies only its own listeners', async () => {
  const { store, clock, close } = await createTestService();
  const [mine, other] = [createNoting(), createNoting()];
  const [first, second] = [mine, other].map(({ listeners }) => createService({ store, clock, listeners }));
  const send = async (service: typeof first, row: string, data?: unknown) => {
    const [method, path] = row.split(' ') as [string, string];
    const headers = { authorization: 'Bearer owner-token', 'content-type': 'application/vnd.api+json' };
    const body = data === undefined ? null : JSON.stringify({ data });
    const response = await service!.fetch(new Request(`http://slipway.test/api/v2${path}`, { method, headers, body }));
    assert.ok(response.status < 300, `${row}: ${response.status}`);
    return response.status === 204 ? undefined : ((await response.json()) as any).data;
  };
  const organization = (name: string) => ({ type: 'organizations', attributes: { name, email: 'ops@acme.example' } });
  await send(first, 'POST /organizations', organization('port'));
  await send(second, 'PATCH /organizations/port', { type: 'organizations', attributes: { name: 'harbour' } });
  const workspace = await send(first, 'POST /organizations/harbour/workspaces', { type: 'workspaces', attributes: { name: 'web' } });
  const related = { workspace: { data: { type: 'workspaces', id: workspace.id } } };
  await send(second, 'POST /runs', { type: 'runs', attributes: { message: 'first' }, relationships: related });
  await send(first, 'DELETE /organizations/harbour');
  assert.equal(mine.heard, ['created port', 'deleted harbour']);
  assert.equal(other.heard, ['renamed port harbour', 'run first pending']);
  await close();
});

test('listeners of one kind are notified in the order in which they were gathered, and those of another kind are not', () => {
  const names = createListenerKind<string>('names');
  const numbers = createListenerKind<number>('numbers');
  const listeners = gatherListeners([names.listen('a'), numbers.listen(1), names.listen('b')]);
  assert.equal([names.among(listeners), numbers.among(listeners)], [['a', 'b'], [1]]);
  assert.equal(names.among(gatherListeners([numbers.listen(1)])), []);
});

test.run();
