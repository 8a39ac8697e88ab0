import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { OperationDescription } from '../../src/http/operation-description.ts';
import { route } from '../../src/http/route.ts';
import { createApi } from '../../src/pipeline/create-api.ts';
import { listUndeclaredMembers } from '../../src/pipeline/undeclared.ts';
import { createRequest, createTestPipeline } from './support.ts';

const test = suite('pipeline: what an operation does not know');

const description: OperationDescription = {
  summary: 'Paints a thing.',
  query: {
    q: { doc: 'A part of the name.', schema: { type: 'string' } },
    'filter[tagged][{index}][key]': { doc: 'The key of a tag.', schema: { type: 'string' } },
  },
  request: {
    type: 'object',
    properties: {
      colour: { type: 'string' },
      parts: { type: 'array', items: { type: 'object', properties: { name: {} } } },
      notes: { type: 'object', additionalProperties: true },
      byName: { type: 'object', properties: {}, additionalProperties: { type: 'object', properties: { size: {} } } },
    },
  },
  responses: { 200: { type: 'object', properties: {} } },
};
const paint = route('PUT /things/{id}', async ({ body }) => ({ status: 200, body }), { description, anonymous: true, plainJson: true });
const send = async (target: string, body: object, agent = 'own') => {
  const pipeline = await createTestPipeline([paint]);
  const headers = { 'content-type': 'application/json', 'user-agent': agent };
  const response = await createApi(pipeline).handle(
    createRequest(`PUT /api/things/1${target}`, { headers, body: JSON.stringify(agent === 'own' ? body : { hosted: body }) }),
  );
  return { ...response, body: JSON.parse(response.body as string), journal: pipeline.journal.entries().map(({ entry }) => entry.warnings) };
};

test('members are found at every depth, by pointer', () => {
  assert.equal(
    listUndeclaredMembers(description.request!, {
      colour: 'red',
      'a/b': 1,
      parts: [{ name: 'lid' }, { size: 2 }],
      notes: { anything: 1 },
      byName: { lid: { size: 1, weight: 2 } },
    }),
    ['/a~1b', '/parts/1/size', '/byName/lid/weight'],
  );
});
test('the neutral dialect refuses a parameter with 400, and then a member', async () => {
  const parameter = await send('?sort=name&q=a&filter[tagged][0][key]=team', { shape: 'round' });
  assert.equal(
    [parameter.status, parameter.body.error],
    [400, '"sort" is not a query parameter of this operation; expected q, filter[tagged][{index}][key]'],
  );
  const member = await send('', { shape: 'round' });
  assert.equal([member.status, member.body.error], [400, '"shape" is not a member that this operation knows']);
});
test('the hosted dialect ignores both, and says so in a header and in the journal', async () => {
  const { status, body, headers, journal } = await send('?sort=name', { shape: 'round', colour: 'red' }, 'hosted-client');
  assert.equal([status, body], [200, { hosted: { shape: 'round', colour: 'red' } }]);
  const sentences = [
    'Ignored: "sort" is not a query parameter of this operation; expected q, filter[tagged][{index}][key]',
    'Ignored: /hosted/shape: "shape" is not a member that this operation knows',
  ];
  assert.equal(journal, [sentences]);
  assert.is(headers['warning'], sentences.map((one) => `299 - "${one.replaceAll('"', '\\"')}"`).join(', '));
  assert.is(headers['deprecation'], undefined);
});
test('an operation that knows everything of a request responds without a warning', async () => {
  const { status, headers } = await send('?q=a', { colour: 'red' }, 'hosted-client');
  assert.equal([status, headers['warning']], [200, undefined]);
});

test.run();
