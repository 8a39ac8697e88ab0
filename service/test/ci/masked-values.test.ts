import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { maskValue } from '../../src/ci/mask-value.ts';
import { fc } from '@slipway/test-support/seed';
import { type CiTestService, startCiService } from './support.ts';

const Masked = suite<{ here: CiTestService }>('masked values');
Masked.before.each(async (context) => {
  context.here = await startCiService();
});
Masked.after.each(({ here }) => here.close());

Masked('no mask shows more than four characters, nor more than half of the value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 24 }), (value) => {
      const [characters, mask] = [[...value], maskValue(value)];
      const shown = [...mask].slice(4);
      assert.is(mask.slice(0, 4), 'xxxx');
      assert.equal(shown, characters.length >= 8 ? characters.slice(-4) : []);
      assert.ok(shown.length * 2 <= characters.length);
    }),
  );
});

const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };

/** What each place shows of the variable KEY of a context and of a project, as text. */
const readMaskedPlaces = async ({ ci, org }: CiTestService, context: string): Promise<readonly string[]> => {
  const query = `{ organization(id: "${org}") { contexts { edges { node { resources { truncatedValue } } } } } }`;
  const ask = async (row: string, body?: unknown) => JSON.stringify((await ci(row, body, hosted)).body);
  return [
    await ask(`GET /context/${context}/environment-variable`),
    await ask(`GET /context/${context}`),
    await ask('GET /project/gh/acme/web/envvar'),
    await ask('GET /project/gh/acme/web/envvar/KEY'),
    await ask('GET //api/v1.1/project/github/acme/web/envvar'),
    await ask('GET //api/v1.1/project/github/acme/web/envvar/KEY'),
    await ask('POST //graphql-unstable', { query }),
  ];
};

const write = async ({ ci }: CiTestService, context: string, value: string): Promise<void> => {
  assert.is((await ci(`PUT /context/${context}/environment-variable/KEY`, { value }, hosted)).status, 200);
  assert.is((await ci('POST /project/gh/acme/web/envvar', { name: 'KEY', value }, hosted)).status, 201);
};

Masked('every place that shows a masked value hides a short one, and shows the last four of a longer one', async ({ here }) => {
  await here.project('web', 'gh/acme');
  const context = await here.context('keys');
  for (const [value, mask] of [
    ['zq', 'xxxx'],
    ['zqzqzqz', 'xxxx'],
    ['zqzqcdef', 'xxxxcdef'],
  ] as const) {
    await write(here, context, value);
    for (const text of await readMaskedPlaces(here, context)) {
      assert.ok(text.includes(`"${mask}"`), `${mask} in ${text}`);
      assert.not.match(text, 'zq');
    }
  }
});

Masked('a mask that was stored by the release before shows no short value either', async ({ here }) => {
  await here.project('web', 'gh/acme');
  const context = await here.context('keys');
  await write(here, context, 'zqzq');
  await here.store.write(async (tx) => {
    for (const kind of ['ci-context-variables', 'ci-project-variables']) {
      const [record] = (await tx.list<any>({ kind })).records;
      await tx.update(record!, { body: { ...record!.body, secret: record!.body.secret, mask: 'xxxxzqzq' } });
    }
  });
  for (const text of await readMaskedPlaces(here, context)) assert.not.match(text, 'zq');
});

Masked.run();
