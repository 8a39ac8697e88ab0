import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { MalformedResponseError } from '../../client/contract/errors.ts';
import { listPages } from '../../client/list-pages.ts';
import { collectAll, clientTo, rejectionOf } from './support/client.ts';
import { type ScriptedResponse, type ReceivedRequest, startServer } from './support/server.ts';

const Lists = suite('line lists');

const queryOf = ({ path }: ReceivedRequest) => new URLSearchParams(path.split('?')[1]);
const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `ws-${index + 1}`, type: 'workspaces' }));

/** Pages as spec 1 describes them: `says` chooses between links, meta or both. */
const numbered =
  (count: number, says: 'both' | 'links' | 'meta', largest = 100) =>
  (seen: ReceivedRequest): ScriptedResponse => {
    const [number, size] = [
      Number(queryOf(seen).get('page[number]') ?? 1),
      Math.min(largest, Number(queryOf(seen).get('page[size]') ?? 20)),
    ];
    const total = Math.ceil(count / size);
    const next = number < total ? number + 1 : null;
    return {
      body: {
        data: ids(count).slice((number - 1) * size, number * size),
        ...(says !== 'meta' && {
          links: { next: next && `http://elsewhere.example.com/api/v2/x?page%5Bnumber%5D=${next}&page%5Bsize%5D=${size}` },
        }),
        ...(says !== 'links' && {
          meta: {
            pagination: { 'current-page': number, 'page-size': size, 'next-page': next, 'total-pages': total, 'total-count': count },
          },
        }),
      },
    };
  };
const tokened =
  (count: number, end: null | '') =>
  (seen: ReceivedRequest): ScriptedResponse => {
    const from = Number(queryOf(seen).get('page-token')?.slice(1) ?? 0);
    return { body: { items: ids(count).slice(from, from + 20), next_page_token: from + 20 < count ? `t${from + 20}` : end } };
  };

for (const [count, pages, small] of [
  [0, 1, 1],
  [1, 1, 1],
  [20, 1, 1],
  [21, 1, 2],
  [100, 1, 5],
  [101, 2, 6],
  [250, 3, 13],
] as const) {
  for (const says of ['both', 'links', 'meta'] as const)
    Lists(`${count} items paged by number (${says}) are all given, in order, in ${pages} requests`, async () => {
      const server = await startServer(numbered(count, says));
      assert.equal(await collectAll(clientTo(server.address).list({ path: '/organizations/acme/workspaces' })), ids(count));
      assert.is(server.seen.length, pages);
      await server.close();
    });
  Lists(`${count} items of a service that gives only 20 at a time are all given`, async () => {
    const server = await startServer(numbered(count, 'both', 20));
    assert.equal(await collectAll(clientTo(server.address).list({ path: '/organizations/acme/workspaces' })), ids(count));
    assert.is(server.seen.length, small);
    await server.close();
  });
  for (const end of [null, ''] as const)
    Lists(`${count} items paged by token that ends with ${JSON.stringify(end)} are all given`, async () => {
      const server = await startServer(tokened(count, end));
      assert.equal(await collectAll(clientTo(server.address, { service: 'ci' }).list({ path: '/context' })), ids(count));
      assert.is(server.seen.length, small);
      await server.close();
    });
}

Lists('the pages are asked for with filters, percent-encoded, a hundred at a time', async () => {
  const server = await startServer(numbered(101, 'both'));
  await collectAll(
    clientTo(server.address).list({
      path: '/organizations/acme/workspaces',
      query: { 'search[name]': 'a', 'filter[project][id]': 'prj-1' },
    }),
  );
  assert.equal(
    server.seen.map(({ method, path }) => `${method} ${path}`),
    [
      'GET /api/v2/organizations/acme/workspaces?page%5Bnumber%5D=1&page%5Bsize%5D=100&' +
        'search%5Bname%5D=a&filter%5Bproject%5D%5Bid%5D=prj-1',
      'GET /api/v2/organizations/acme/workspaces?page%5Bnumber%5D=2&page%5Bsize%5D=100&' +
        'search%5Bname%5D=a&filter%5Bproject%5D%5Bid%5D=prj-1',
    ],
  );
  await server.close();
});

Lists('the first page of a token list carries no token, and its filters stay', async () => {
  const server = await startServer(tokened(21, ''));
  await collectAll(clientTo(server.address, { service: 'ci' }).list({ path: '/context', query: { 'owner-slug': 'gh/acme' } }));
  assert.equal(
    server.seen.map(({ path }) => path),
    ['/api/v2/context?owner-slug=gh%2Facme', '/api/v2/context?owner-slug=gh%2Facme&page-token=t20'],
  );
  await server.close();
});

Lists('a list without pages is asked for without pages when the page size is null', async () => {
  const server = await startServer(() => ({ body: { data: [{ id: 'tb-1' }] } }));
  assert.equal(await collectAll(clientTo(server.address).list({ path: '/workspaces/ws-1/tag-bindings', query: { 'page[size]': null } })), [
    { id: 'tb-1' },
  ]);
  assert.is(server.seen[0]?.path, '/api/v2/workspaces/ws-1/tag-bindings');
  await server.close();
});

Lists('a bare array is a list', async () => {
  const server = await startServer(() => ({ body: [{ slug: 'gh/acme' }] }));
  assert.equal(await collectAll(clientTo(server.address, { service: 'ci' }).list({ path: '/me/collaborations' })), [{ slug: 'gh/acme' }]);
  await server.close();
});

Lists('pages are read only as far as they are used', async () => {
  const server = await startServer(numbered(250, 'both'));
  for await (const item of clientTo(server.address).list({ path: '/x' })) if (item['id'] === 'ws-1') break;
  assert.is(server.seen.length, 1);
  await server.close();
});

Lists('an item that moved to the next page while we read is given once', async () => {
  const server = await startServer((_, nth) => ({
    body:
      nth === 1
        ? { data: [{ id: 'a' }, { id: 'b' }], meta: { pagination: { 'next-page': 2 } } }
        : { data: [{ id: 'b' }, { id: 'c' }], meta: { pagination: { 'next-page': null } } },
  }));
  assert.equal(await collectAll(clientTo(server.address).list({ path: '/x' })), [{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  await server.close();
});

const repeats: [string, ScriptedResponse, 'workspaces' | 'ci', number][] = [
  ['says that page 1 follows page 1', { body: { data: ids(2), meta: { pagination: { 'next-page': 1 } } } }, 'workspaces', 1],
  ['gives the same items as every page', { body: { data: ids(2), links: {}, meta: { pagination: { 'next-page': 2 } } } }, 'workspaces', 2],
  ['gives the same token again', { body: { items: ids(2), next_page_token: 'again' } }, 'ci', 2],
  ['links to a next page without a number', { body: { data: ids(2), links: { next: '/api/v2/x' } } }, 'workspaces', 1],
];
for (const [what, say, service, requests] of repeats)
  Lists(`a service that ${what} is not read for ever`, async () => {
    const server = await startServer(() => say);
    const error = await rejectionOf(collectAll(clientTo(server.address, { service }).list({ path: '/x' })));
    assert.instance(error, MalformedResponseError);
    assert.is(error.message, `GET ${server.address}/api/v2/x answered 200 with the same page of the list again`);
    assert.is(server.seen.length, requests);
    await server.close();
  });

Lists('a list that goes beyond the pages that it counts is not read for ever', async () => {
  const server = await startServer((_, nth) => ({
    body: { data: [{ id: `ws-${nth}` }], meta: { pagination: { 'next-page': nth + 1, 'total-pages': 3 } } },
  }));
  const error = await rejectionOf(collectAll(clientTo(server.address).list({ path: '/x' })));
  assert.is(error.message, `GET ${server.address}/api/v2/x answered 200 with page 4 as the next of a list of 3 pages`);
  assert.is(server.seen.length, 3);
  await server.close();
});

for (const [service, nextPage] of [
  ['workspaces', (nth: number) => ({ data: [{ id: `ws-${nth}` }], meta: { pagination: { 'next-page': nth + 1 } } })],
  ['ci', (nth: number) => ({ items: [{ id: `ws-${nth}` }], next_page_token: `t${nth}` })],
] as const)
  Lists(`a list of the ${service} service that never ends is read until its time is over`, async () => {
    const server = await startServer((_, nth) => ({ body: nextPage(nth) }));
    const client = clientTo(server.address, { service });
    const read = async () => {
      for await (const page of listPages(client, { path: '/x', timeLimit: 300 })) assert.is(page.items.length, 1);
    };
    const error = await rejectionOf(read());
    assert.instance(error, MalformedResponseError);
    assert.match(error.message, /answered 200 with a list that had not ended after \d+ pages and 0 s$/);
    await server.close();
  });

Lists('an answer that is not a list is said to be none', async () => {
  const server = await startServer(() => ({ body: { data: { id: 'ws-1' } } }));
  assert.is(
    (await rejectionOf(collectAll(clientTo(server.address).list({ path: '/x' })))).message,
    `GET ${server.address}/api/v2/x answered 200 with something that is no list`,
  );
  await server.close();
});

Lists.run();
