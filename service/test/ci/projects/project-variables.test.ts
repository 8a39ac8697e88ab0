import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { readStoredRows } from '../../stores.ts';

const variables = suite<{ here: CiTestService }>('CI project variables');
variables.before.each(async (context) => {
  context.here = await startCiService();
  await context.here.project('web');
});
variables.after.each(async (context) => {
  await context.here.close();
});
const path = '/project/gh/acme/web/envvar';

variables('POST creates and replaces; what is shown is four x and how the value ends', async ({ here: { ci, clock, store } }) => {
  const made = await ci(`POST ${path}`, { name: 'TOKEN', value: 'canary-1234' });
  assert.equal([made.status, made.body], [201, { name: 'TOKEN', value: 'xxxx1234', 'created-at': startTime }]);
  clock.advance(1000);
  const again = await ci(`POST ${path}`, { name: 'TOKEN', value: 'canary-5678' });
  assert.equal([again.status, again.body], [201, { name: 'TOKEN', value: 'xxxx5678', 'created-at': startTime }]);
  const read = await ci(`GET ${path}/TOKEN`);
  assert.equal([read.status, read.body], [200, { name: 'TOKEN', value: 'xxxx5678', 'created-at': startTime }]);
  const list = await ci(`GET ${path}`);
  assert.equal([list.status, list.body], [200, { items: [read.body], next_page_token: null }]);
  assert.not.match(await readStoredRows(store), 'canary');
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  assert.equal((await ci(`GET ${path}/TOKEN`, undefined, hosted)).body, {
    name: 'TOKEN',
    value: 'xxxx5678',
    'created-at': startTime,
    created_at: startTime,
  });
});

variables('of a value shorter than eight characters nothing is shown, whatever bytes they have', async ({ here: { ci } }) => {
  const mask = async (value: string) => (await ci(`POST ${path}`, { name: 'A', value })).body.value;
  assert.equal(
    [await mask(''), await mask('abc'), await mask('abcd'), await mask('abcdefg'), await mask('ab\u{1f511}de\u00fc')],
    ['xxxx', 'xxxx', 'xxxx', 'xxxx', 'xxxx'],
  );
  assert.equal([await mask('abcdefgh'), await mask('abcdefgh\u{1f511}de\u00fc')], ['xxxxefgh', 'xxxx\u{1f511}de\u00fc']);
});

variables('DELETE: 404 the second time', async ({ here: { ci } }) => {
  await ci(`POST ${path}`, { name: 'TOKEN', value: 'x' });
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/TOKEN`)), [200, 'Environment variable deleted.']);
  for (const method of ['GET', 'DELETE'])
    assert.equal(statusAndMessage(await ci(`${method} ${path}/TOKEN`)), [
      404,
      'the variable "TOKEN" was not found, or this token has no access to it',
    ]);
});

variables('a body that does not fit is 400 without the value in it', async ({ here: { ci } }) => {
  const post = async (body: unknown) => statusAndMessage(await ci(`POST ${path}`, body));
  const name = 'a name of 1 to 300 letters, digits and _ that does not begin with a digit';
  assert.equal(await post({}), [
    400,
    `name: is required: expected ${name}; value: is required: expected a string of at most 32768 characters without NUL`,
  ]);
  assert.equal(await post({ name: 'A-B', value: 'canary' }), [400, `name: expected ${name}, got "A-B"`]);
  assert.equal(await post({ name: 'A', value: ['canary'] }), [
    400,
    'value: expected a string of at most 32768 characters without NUL, got a list',
  ]);
  assert.equal(await post({ name: 'A', value: 'x', 'a/b': 1 }), [400, 'a/b: is not a known member; expected name, value']);
});

variables.run();
