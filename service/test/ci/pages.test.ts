import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { startCiService, type CiTestService, statusAndMessage, startTime } from './support.ts';
import { createOrganization } from '../creators.ts';

/** What tokens of pages are. That every list is exact, also while others come and go: test/laws/lists. */
const pages = suite<{ here: CiTestService; lists: Lists }>('CI pages');

/** A list operation: where it is, and a thing that it lists, by its number. */
interface List {
  readonly path: string;
  readonly kind: string;
  readonly scope: string;
  body(number: number): object;
}
type Lists = { readonly [name in 'contexts' | 'variables' | 'components' | 'webhooks']: List };
const times = { createdAt: startTime, updatedAt: startTime };
const named = (item: any): number => Number((item.variable ?? item.name).slice(1));

pages.before.each(async (context) => {
  const bench = (context.here = await startCiService());
  const keys = await bench.context('keys');
  await createOrganization(bench, 'initech');
  const other = (await bench.ci('GET /me/collaborations')).body.find(({ name }: any) => name === 'initech').id as string;
  const { id: web } = await bench.project('web');
  context.lists = {
    contexts: {
      path: `/context?owner-id=${other}`,
      kind: 'ci-contexts',
      scope: other,
      body: (number) => ({ name: `c${number}`, owner: { kind: 'organization', id: other }, createdAt: startTime }),
    },
    variables: {
      path: `/context/${keys}/environment-variable`,
      kind: 'ci-context-variables',
      scope: keys,
      body: () => ({ secret: '', mask: 'xxxx', ...times }),
    },
    components: {
      path: `/deploy/components?org-id=${other}&page-size=20`,
      kind: 'ci-components',
      scope: other,
      body: (number) => ({ name: `k${number}`, project: web, labels: [], ...times }),
    },
    webhooks: {
      path: `/webhook?scope-id=${web}`,
      kind: 'ci-webhooks',
      scope: web,
      body: (number) => ({ name: `h${number}`, url: '', events: [], verifyTls: true, secret: '', ...times }),
    },
  };
});
pages.after.each(async (context) => {
  await context.here.close();
});

const add = ({ store }: CiTestService, { kind, scope, body }: List, numbers: readonly number[]): Promise<void> =>
  store.write(async (tx) => {
    for (const number of numbers)
      await tx.insert({ id: newId('uuid'), kind, scope, key: `k${number}`, name: `k${number}`, body: body(number) });
  });
const below = (count: number, from = 0): readonly number[] => Array.from({ length: count }, (_, index) => from + index);
const page = async ({ ci }: CiTestService, { path }: List, token: string | null) => {
  const { status, body } = await ci(`GET ${path}${token === null ? '' : `${path.includes('?') ? '&' : '?'}page-token=${token}`}`);
  if (status !== 200) throw new Error(`${status} ${body.message}`);
  return { numbers: (body.items as any[]).map((item) => named(item)), next: body.next_page_token as string | null };
};

pages(
  'a list that no operation of the specification has is exact with 0, 1, 20, 21 and 101, too',
  async ({ here: bench, lists: { webhooks } }) => {
    let there = 0;
    for (const count of [0, 1, 20, 21, 101]) {
      await add(bench, webhooks, below(count - there, there));
      there = count;
      const seen: number[][] = [];
      for (let next: string | null = null; next !== null || seen.length === 0;) {
        const found = await page(bench, webhooks, next);
        seen.push([...found.numbers]);
        next = found.next;
      }
      assert.equal(
        seen,
        Array.from({ length: Math.max(1, Math.ceil(count / 20)) }, (_, at) => below(Math.min(20, count - 20 * at), 20 * at)),
      );
    }
  },
);

pages('a token is of one list, one page and one store: else 400', async ({ here: bench, lists }) => {
  const { contexts, variables } = lists;
  for (const list of [contexts, variables]) await add(bench, list, below(21));
  const token = (await page(bench, contexts, null)).next!;
  assert.match(token, /^[A-Za-z0-9_-]{32}$/);
  assert.equal(await page(bench, contexts, token), { numbers: [20], next: null });
  const told =
    'page-token: is not a page token of this list; send the next_page_token of the previous page, or no token for the first page';
  const get = async (path: string, text: string) =>
    statusAndMessage(await bench.ci(`GET ${path}${path.includes('?') ? '&' : '?'}page-token=${text}`));
  assert.equal(await get(variables.path, token), [400, told], 'of another list');
  for (const broken of [
    token.slice(1),
    `${token}A`,
    `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`,
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${token}=`,
    'x',
    '%00',
    '21',
    encodeURIComponent('\u{1f511}'),
  ])
    assert.equal(await get(contexts.path, broken), [400, told], broken);
  assert.is((await bench.ci(`GET ${contexts.path}&page-token=`)).body.items.length, 20, 'an empty one is none');
  assert.is((await page(bench, variables, null)).numbers.length, 20);
  const another = await startCiService();
  await add(another, { ...variables, scope: await another.context('keys') }, below(1));
  assert.equal(
    statusAndMessage(await another.ci(`GET /context?owner-id=${another.org}&page-token=${token}`)),
    [400, told],
    'of another store',
  );
  await another.close();
});

pages('a token of a filtered list is of that filter', async ({ here: bench, lists }) => {
  const { components } = lists;
  await add(bench, components, below(3));
  const small = components.path.replace('page-size=20', 'page-size=1');
  const { next_page_token: token } = (await bench.ci(`GET ${small}`)).body;
  assert.is((await bench.ci(`GET ${small}&page-token=${token}`)).body.items[0].name, 'k1');
  assert.is((await bench.ci(`GET ${components.path}&page-token=${token}`)).body.items.length, 2, 'another size goes on');
  assert.is((await bench.ci(`GET ${small}&component-name=k&page-token=${token}`)).status, 400);
});

pages('the size of a page can be chosen', async () => {
  const bench = await startCiService({ settings: { ciPageSize: 2 } });
  for (const name of ['a', 'b', 'c']) await bench.context(name);
  const { items, next_page_token: token } = (await bench.ci('GET /context?owner-slug=gh/acme')).body;
  assert.equal(
    items.map((one: any) => one.name),
    ['a', 'b'],
  );
  assert.equal(
    (await bench.ci(`GET /context?owner-slug=gh/acme&page-token=${token}`)).body.items.map((one: any) => one.name),
    ['c'],
  );
  await bench.close();
});

pages('no token shows the running number of the store, nor a name', async ({ here, lists }) => {
  for (const [name, list] of Object.entries(lists)) {
    // Long names: two characters stand among random bytes by chance.
    await add(here, list, below(45, 1_000_000_000));
    const { records } = await here.store.read((view) => view.list<any>({ kind: list.kind, scope: list.scope }));
    const { next: token } = await page(here, list, null);
    const bytes = Buffer.from(token!, 'base64url');
    for (const { seq, name: own } of records) {
      const number = Buffer.alloc(8);
      number.writeBigUInt64BE(BigInt(seq));
      assert.is(bytes.includes(number), false, `${name}: ${seq}`);
      assert.is(bytes.includes(own), false, `${name}: ${own}`);
    }
  }
});

pages.run();
