import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService, type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { readStoredRows } from '../../stores.ts';

const variables = suite<{ here: CiTestService; path: string; context: string }>('CI context variables');
variables.before.each(async (context) => {
  context.here = await startCiService();
  context.context = await context.here.context('keys');
  context.path = `/context/${context.context}/environment-variable`;
});
variables.after.each(async (context) => {
  await context.here.close();
});

variables('PUT creates and replaces; the value is in no answer', async ({ here: { ci, clock, store }, path, context }) => {
  const made = await ci(`PUT ${path}/TOKEN`, { value: 'canary-one' });
  assert.equal([made.status, made.body], [200, { variable: 'TOKEN', context_id: context, created_at: startTime, updated_at: startTime }]);
  clock.advance(5000);
  const again = await ci(`PUT ${path}/TOKEN`, { value: 'canary-two' });
  assert.equal(
    [again.status, again.body],
    [200, { variable: 'TOKEN', context_id: context, created_at: startTime, updated_at: '2026-05-01T12:00:05.000Z' }],
  );
  const list = await ci(`GET ${path}`);
  assert.equal([list.status, list.body], [200, { items: [again.body], next_page_token: null }]);
  const record = (await store.read((view) => view.getByKey<any>('ci-context-variables', context, 'TOKEN')))!;
  assert.not.match(await readStoredRows(store), 'canary');
  assert.is(record.body.secret, 'canary-two');
});

variables('the hosted profile shows how a value ends', async ({ here: { ci }, path, context }) => {
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  assert.equal((await ci(`PUT ${path}/TOKEN`, { value: 'canary-one' }, hosted)).body, {
    variable: 'TOKEN',
    context_id: context,
    created_at: startTime,
    updated_at: startTime,
    truncated_value: 'xxxx-one',
  });
  assert.is((await ci(`GET ${path}`, undefined, hosted)).body.items[0].truncated_value, 'xxxx-one');
  assert.not('truncated_value' in (await ci(`GET ${path}`)).body.items[0]);
});

variables('DELETE: 404 the second time', async ({ here: { ci }, path }) => {
  await ci(`PUT ${path}/TOKEN`, { value: '' });
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/TOKEN`)), [200, 'Environment variable deleted.']);
  assert.equal(statusAndMessage(await ci(`DELETE ${path}/TOKEN`)), [
    404,
    'the variable "TOKEN" was not found, or this token has no access to it',
  ]);
});

variables(
  'names are those of environment variables, values strings; what is wrong with a value does not repeat it',
  async ({ here: { ci }, path }) => {
    const put = async (name: string, body: unknown) => statusAndMessage(await ci(`PUT ${path}/${name}`, body));
    const words = 'expected a name of 1 to 300 letters, digits and _ that does not begin with a digit';
    assert.equal(await put('1ST', { value: 'x' }), [400, `env-var-name: ${words}, got "1ST"`]);
    assert.equal(await put('A%20B', { value: 'x' }), [400, `env-var-name: ${words}, got "A B"`]);
    assert.equal(await put('A'.repeat(301), { value: 'x' }), [400, `env-var-name: ${words}, got a string of 301 characters`]);
    assert.is((await ci(`PUT ${path}/${'A'.repeat(300)}`, { value: 'x' })).status, 200);
    const value = 'value: expected a string of at most 32768 characters without NUL';
    assert.equal(await put('A', {}), [400, 'value: is required: expected a string of at most 32768 characters without NUL']);
    assert.equal(await put('A', { value: 42 }), [400, `${value}, got a number`]);
    assert.equal(await put('A', { value: null }), [400, `${value}, got null`]);
    assert.equal(await put('A', { value: 'canary\0' }), [400, `${value}, got a string of 7 characters with NUL or a lone surrogate`]);
    assert.equal(await put('A', { value: 'x'.repeat(32_769) }), [400, `${value}, got a string of 32769 characters`]);
    assert.equal(await put('A', { value: 'x', name: 'A' }), [400, 'name: is not a known member; expected value']);
    assert.is((await ci(`PUT ${path}/A`, { value: '\u{1f511}'.repeat(10) })).status, 200);
  },
);

variables('a context takes its variables with it', async ({ here: { ci, store }, path, context }) => {
  await ci(`PUT ${path}/TOKEN`, { value: 'x' });
  await ci(`DELETE /context/${context}`);
  assert.is(await store.read((view) => view.count({ kind: 'ci-context-variables' })), 0);
});

variables.run();
