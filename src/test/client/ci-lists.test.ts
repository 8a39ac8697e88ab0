import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatQuery, appendQuery } from '../../client/address.ts';
import { openServiceClient } from '../../client/open-service-client.ts';

const test = suite('lists of the CI service');

const client = (answers: { readonly [path: string]: unknown }) => {
  const requests: string[] = [];
  const opened = openServiceClient({
    service: 'ci',
    address: 'http://service.test',
    token: 't',
    clock: undefined,
    fetch: async (request) => {
      const url = request.url.replace('http://service.test/api/v2', '');
      requests.push(url);
      return new Response(JSON.stringify(answers[url]), {
        status: url in answers ? 200 : 404,
        headers: { 'Content-Type': 'application/json' },
      });
    },
  });
  return {
    asked: requests,
    all: async (path: string, query = {}) => {
      const found: unknown[] = [];
      for await (const item of opened.list({ path, query })) found.push(item);
      return found;
    },
  };
};

test('a page token of null and an empty one are the end', async () => {
  const { all, asked: requests } = client({
    '/context?owner-id=a': { items: [{ id: '1' }], next_page_token: 'n' },
    '/context?owner-id=a&page-token=n': { items: [{ id: '2' }], next_page_token: '' },
    '/me': { items: [], next_page_token: null },
  });
  assert.equal(await all('/context?owner-id=a'), [{ id: '1' }, { id: '2' }]);
  assert.equal(await all('/me'), []);
  assert.equal(requests, ['/context?owner-id=a', '/context?owner-id=a&page-token=n', '/me']);
});
test('a list that counts is asked until it has no more', async () => {
  const { all, asked: requests } = client({
    '/decision?offset=0': [{ id: '1' }, { id: '2' }],
    '/decision?offset=2': [{ id: '3' }],
    '/decision?offset=3': [],
  });
  assert.equal(await all('/decision', { offset: 0 }), [{ id: '1' }, { id: '2' }, { id: '3' }]);
  assert.equal(requests, ['/decision?offset=0', '/decision?offset=2', '/decision?offset=3']);
});
test('a bare array is a whole list', async () => {
  assert.equal(await client({ '/me/collaborations': [{ id: '1' }] }).all('/me/collaborations'), [{ id: '1' }]);
});
test('a parameter is said again for every element where the service wants it so', () => {
  assert.is(formatQuery({ branches: { each: ['main', 'a b'] }, none: { each: [] } }), '?branches=main&branches=a%20b');
  assert.is(appendQuery('/a?b=c', { d: 'e' }), '/a?b=c&d=e');
  assert.is(appendQuery('/a?b=c', {}), '/a?b=c');
});
test.run();
