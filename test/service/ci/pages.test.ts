// watchdog: 240 s
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../../src/service/new-id.ts';
import { here, type Here, refused, when } from './support.ts';

const pages = suite<{ here: Here; lists: readonly List[] }>('CI pages');

/** A list operation: where it is, and a thing that it lists, by its number. */
interface List { readonly path: string; readonly kind: string; readonly scope: string; body(number: number): object; numberOf(item: any): number }
const times = { createdAt: when, updatedAt: when };
const named = (item: any): number => Number((item.name ?? item.variable).slice(1));

pages.before.each(async (context) => {
  const bench = context.here = await here();
  const { org, project, context: make } = bench;
  const [web, keys] = [(await project('web')).id, await make('keys')];
  const scope = { organization: newId('uuid'), component: newId('uuid') };
  await bench.store.write((tx) => tx.insert({ id: scope.component, kind: 'ci-components', scope: org, key: 'shop', name: 'shop', body: { name: 'shop', project: web, labels: [], ...times } }));
  await bench.ask('POST /organizations', { data: { type: 'organizations', attributes: { name: 'initech' } } });
  const other = (await bench.ci('GET /me/collaborations')).body.find(({ name }: any) => name === 'initech').id as string;
  context.lists = [
    { path: `/context?owner-id=${other}`, kind: 'ci-contexts', scope: other, body: (number) => ({ name: `c${number}`, owner: { kind: 'organization', id: other }, createdAt: when }), numberOf: named },
    { path: `/context/${keys}/environment-variable`, kind: 'ci-context-variables', scope: keys, body: () => ({ sealed: '', mask: 'xxxx', ...times }), numberOf: named },
    { path: `/context/${keys}/restrictions`, kind: 'ci-context-restrictions', scope: keys, body: (number) => ({ type: 'expression', value: `a == ${number}`, createdAt: when }), numberOf: (item) => Number(item.restriction_value.slice(5)) },
    { path: '/project/gh/acme/web/envvar', kind: 'ci-project-variables', scope: web, body: () => ({ sealed: '', mask: 'xxxx', createdAt: when }), numberOf: named },
    { path: '/project/gh/acme/web/checkout-key', kind: 'ci-checkout-keys', scope: web, body: (number) => ({ type: 'deploy-key', publicKey: '', sealed: '', md5: `m${number}`, sha256: '', user: null, createdAt: when }), numberOf: (item) => Number(item.fingerprint.slice(1)) },
    { path: `/webhook?scope-id=${web}`, kind: 'ci-webhooks', scope: web, body: (number) => ({ name: `h${number}`, url: '', events: [], verifyTls: true, sealed: '', ...times }), numberOf: named },
    { path: `/deploy/environments?org-id=${org}&page-size=20`, kind: 'ci-environments', scope: org, body: (number) => ({ name: `e${number}`, description: '', labels: [], ...times }), numberOf: named },
    { path: `/deploy/components?org-id=${other}&page-size=20`, kind: 'ci-components', scope: other, body: (number) => ({ name: `k${number}`, project: web, labels: [], ...times }), numberOf: named },
    { path: `/deploy/components/${scope.component}/versions`, kind: 'ci-versions', scope: scope.component, body: (number) => ({ name: `v${number}`, environment: web, namespace: '', isLive: false, pipeline: null, workflow: null, job: null, jobNumber: null, lastDeployedAt: when }), numberOf: named },
  ];
});
pages.after.each(async (context) => { await context.here.close(); });

const add = ({ store }: Here, { kind, scope, body }: List, numbers: readonly number[]): Promise<void> => store.write(async (tx) => {
  for (const number of numbers) await tx.insert({ id: newId('uuid'), kind, scope, key: `k${number}`, name: `k${number}`, body: body(number) });
});
const remove = ({ store }: Here, { kind, scope }: List, numbers: readonly number[]): Promise<void> => store.write(async (tx) => {
  for (const number of numbers) await tx.delete(kind, (await tx.byKey(kind, scope, `k${number}`))!.id);
});
const below = (count: number, from = 0): readonly number[] => Array.from({ length: count }, (_, index) => from + index);
const page = async ({ ci }: Here, { path, numberOf }: List, token: string | null) => {
  const { status, body } = await ci(`GET ${path}${token === null ? '' : `${path.includes('?') ? '&' : '?'}page-token=${token}`}`);
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return { numbers: (body.items as any[]).map((item) => (item.variable === undefined ? numberOf(item) : Number(item.variable.slice(1)))), next: body.next_page_token as string | null };
};

for (const count of [0, 1, 20, 21, 100, 101, 250])
  pages(`every list is exact with ${count}, also while rows are added and removed`, async ({ here: bench, lists }) => {
    for (const list of lists) {
      await add(bench, list, below(count));
      const still = [];
      let turns = 0;
      for (let next: string | null = null, turn = 0; turn === 0 || next !== null; turn++) {
        const found = await page(bench, list, next);
        assert.is(found.numbers.length, turn * 20 + 20 <= count ? 20 : count % 20, `${list.path} page ${turn + 1} of ${count}`);
        still.push(...found.numbers);
        turns++;
        next = found.next;
      }
      assert.equal([turns, still], [Math.max(1, Math.ceil(count / 20)), below(count)], list.path);
      let [there, fresh] = [[...still], count];
      // Between two pages some rows go and some come.
      await fc.assert(fc.asyncProperty(fc.array(fc.record({ gone: fc.array(fc.nat(), { maxLength: 5 }), come: fc.nat({ max: 3 }) }), { minLength: 1, maxLength: 6 }), async (turns) => {
        const [before, removed, came, seen]: [number[], Set<number>, Set<number>, number[]] = [[...there], new Set(), new Set(), []];
        for (let next: string | null = null, turn = 0; turn === 0 || next !== null; turn++) {
          const found = await page(bench, list, next);
          seen.push(...found.numbers);
          next = found.next;
          const { gone, come } = turns[turn] ?? { gone: [], come: 0 };
          const leaving = [...new Set(gone.map((place) => there[place % there.length]).filter((number) => number !== undefined))];
          const arriving = below(come, fresh);
          fresh += come;
          if (leaving.length > 0) await remove(bench, list, leaving);
          if (come > 0) await add(bench, list, arriving);
          there = [...there.filter((number) => !leaving.includes(number)), ...arriving];
          for (const number of leaving) removed.add(number);
          for (const number of arriving) came.add(number);
        }
        assert.is(new Set(seen).size, seen.length, 'nothing twice');
        assert.equal(seen, [...seen].sort((a, b) => a - b), 'in order');
        assert.equal(before.filter((number) => !removed.has(number) && !seen.includes(number)), [], 'nothing that stayed is missed');
        assert.equal(seen.filter((number) => !before.includes(number) && !came.has(number)), [], 'nothing that was not there');
      }), { numRuns: 2 });
      await remove(bench, list, there);
    }
  });

pages('a token is of one list, one page and one store: else 400', async ({ here: bench, lists }) => {
  const [contexts, variables] = lists as [List, List];
  for (const list of [contexts, variables]) await add(bench, list, below(21));
  const token = (await page(bench, contexts, null)).next!;
  assert.match(token, /^[A-Za-z0-9_-]{32}$/);
  assert.equal(await page(bench, contexts, token), { numbers: [20], next: null });
  const told = 'page-token: is not a token of this list; send the next_page_token of the page before, or none for the first page';
  const get = async (path: string, text: string) => refused(await bench.ci(`GET ${path}${path.includes('?') ? '&' : '?'}page-token=${text}`));
  assert.equal(await get(variables.path, token), [400, told], 'of another list');
  for (const broken of [token.slice(1), `${token}A`, `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, `${token}=`, 'x', '%00', '21', encodeURIComponent('\u{1f511}')])
    assert.equal(await get(contexts.path, broken), [400, told], broken);
  assert.is((await bench.ci(`GET ${contexts.path}&page-token=`)).body.items.length, 20, 'an empty one is none');
  assert.is((await page(bench, variables, null)).numbers.length, 20);
  const another = await here();
  await add(another, { ...variables, scope: await another.context('keys') }, below(1));
  assert.equal(refused(await another.ci(`GET /context?owner-id=${another.org}&page-token=${token}`)), [400, told], 'of another store');
  await another.close();
});

pages('a token of a filtered list is of that filter', async ({ here: bench, lists }) => {
  const components = lists[7]!;
  await add(bench, components, below(3));
  const small = components.path.replace('page-size=20', 'page-size=1');
  const { next_page_token: token } = (await bench.ci(`GET ${small}`)).body;
  assert.is((await bench.ci(`GET ${small}&page-token=${token}`)).body.items[0].name, 'k1');
  assert.is((await bench.ci(`GET ${components.path}&page-token=${token}`)).body.items.length, 2, 'another size goes on');
  assert.is((await bench.ci(`GET ${small}&component-name=k&page-token=${token}`)).status, 400);
});

pages('the size of a page can be chosen', async () => {
  const bench = await here({ settings: { ciPageSize: 2 } });
  for (const name of ['a', 'b', 'c']) await bench.context(name);
  const { items, next_page_token: token } = (await bench.ci('GET /context?owner-slug=gh/acme')).body;
  assert.equal(items.map((one: any) => one.name), ['a', 'b']);
  assert.equal((await bench.ci(`GET /context?owner-slug=gh/acme&page-token=${token}`)).body.items.map((one: any) => one.name), ['c']);
  await bench.close();
});

pages.run();
