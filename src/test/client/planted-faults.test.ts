import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientTo } from './support/client.ts';
import { type ScriptedResponse, type ReceivedRequest, startServer } from './support/server.ts';

const Faults = suite('line faults');

const planted = [
  'lost before acting',
  'lost after acting',
  '429',
  '500 before acting',
  '500 after acting',
  '504 after acting',
  'garbage after acting',
] as const;
type Fault = (typeof planted)[number];

/** A service of named objects, where the request with that number fails. Names need not be unique: a duplicate would be kept. */
const faulty = async (nth: number, fault: Fault) => {
  const objects: { id: string; name: string }[] = [];
  const act = ({ method, path, body }: ReceivedRequest): ScriptedResponse => {
    if (method === 'POST') {
      objects.push({ id: `varset-${objects.length + 1}`, name: (JSON.parse(body) as { name: string }).name });
      return { status: 200, body: { data: objects.at(-1) } };
    }
    if (method === 'DELETE') {
      const index = objects.findIndex(({ id }) => path.endsWith(`/${id}`));
      if (index < 0) return { status: 404, body: { errors: [{ title: 'not found' }] } };
      objects.splice(index, 1);
      return { status: 204 };
    }
    return { status: 200, body: { data: objects } };
  };
  const server = await startServer((seen, number) => {
    if (number !== nth) return act(seen);
    if (fault === 'lost before acting') return { reset: true };
    if (fault === '429') return { status: 429, headers: { 'retry-after': '1' } };
    if (fault === '500 before acting') return { status: 500 };
    act(seen);
    if (fault === 'lost after acting') return { reset: true };
    return fault === 'garbage after acting' ? { status: 200, text: '{"data":' } : { status: Number(fault.slice(0, 3)) };
  });
  return { ...server, objects };
};

for (const fault of planted)
  for (const nth of [1, 2, 3])
    Faults(`${fault}, request ${nth}: a create, a look and a delete leave one object made and one gone`, async () => {
      const server = await faulty(nth, fault);
      const client = clientTo(server.address);
      const find = (name: string) => async () => {
        const answer = await client.call({ method: 'GET', effect: 'read', path: '/organizations/acme/varsets' });
        const data = (answer.body as { data: { name: string }[] }).data.find((object) => object.name === name);
        return data ? { ...answer, body: { data } } : null;
      };
      const make = async (name: string) =>
        (
          (
            await client.call({
              method: 'POST',
              effect: 'create',
              path: '/organizations/acme/varsets',
              body: { name },
              findExisting: find(name),
            })
          ).body as { data: { id: string } }
        ).data.id;
      const [keep, drop] = [await make('keep'), await make('drop')];
      // A read or a delete whose 2xx is garbage is an error, not a guess; the plan that follows sees the truth.
      await client.call({ method: 'DELETE', effect: 'delete', path: `/varsets/${drop}` }).catch((error: Error) => {
        assert.is(fault, 'garbage after acting');
        assert.match(error.message, /broken JSON/);
      });
      assert.equal(server.objects, [{ id: keep, name: 'keep' }]);
      await server.close();
    });

Faults.run();
