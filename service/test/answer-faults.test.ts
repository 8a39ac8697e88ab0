import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { objectValue, stringValue } from '../src/http/body-schemas.ts';
import { route } from '../src/http/route.ts';
import type { ApiDefinition } from '../src/pipeline/api-definition.ts';
import { ciApi } from '../src/ci/api-definition.ts';
import { findAnswerFault, noteAnswerFault, faults } from './answer-faults.ts';

const test = suite('the law that answers fit the OpenAPI document');

const handle = async () => ({ status: 200 });
const described = route('GET /lamp/{id}', handle, {
  description: { summary: 'Shows a lamp.', responses: { 200: objectValue({ color: stringValue }), 204: null } },
});
const api: ApiDefinition = { ...ciApi, routes: [described, ...ciApi.routes] };
const headers = { 'content-type': 'application/json' };
const answer = (status: number, body: unknown, method = 'GET', one = described, of = api) =>
  findAnswerFault({
    api: of,
    route: one,
    method,
    path: '/api/v2/lamp/1',
    dialect: 'neutral',
    response: { status, headers, body: body === undefined ? undefined : JSON.stringify(body) },
  });

test('an answer of another shape, of a status without a response, and of an unknown operation are reported', () => {
  assert.is(answer(200, { color: 'red' }), undefined);
  assert.is(answer(200, { color: 7 }), 'body/color must be string');
  assert.is(answer(200, {}), "body must have required property 'color'");
  assert.is(answer(200, { color: 'red', watts: 4 }), 'body must NOT have additional properties: watts');
  assert.match(answer(201, {})!, /^the document has no response 201; it has 200, 204, 400/);
  assert.is(answer(204, {}), 'the document says that a response 204 has no body');
  assert.is(answer(200, { color: 'red' }, 'POST'), 'the document does not have the operation');
  assert.is(answer(404, { message: 'no' }), undefined);
  assert.is(answer(404, { message: 7 }), 'body/message must be string');
  assert.is(answer(200, undefined), undefined, 'HEAD, or a file');
});

test('an operation that declarations describe is held by them', () => {
  const contexts = route('GET /context/{context-id}', handle);
  const declared = { ...ciApi, routes: [contexts] };
  assert.is(answer(200, { name: 'b' }, 'GET', contexts, declared), undefined);
  assert.match(answer(200, { name: 7 }, 'GET', contexts, declared)!, /^body\/name must be string/);
});

test('an answer that was judged before is not judged again; a fault is reported again, and another API judges for itself', () => {
  const counted = route('GET /lamp/{id}', handle, {
    description: { summary: 'Counts.', responses: { 200: objectValue({ watts: stringValue }) } },
  });
  const note = (body: string, one = described, of = api, status = 200): readonly string[] => {
    const response = { status, headers, body };
    noteAnswerFault({ api: of, route: one, method: 'GET', path: '/api/v2/lamp/1', dialect: 'neutral', response });
    const found = [...faults];
    faults.clear();
    return found;
  };
  const wrong = ['GET /lamp/{id} (neutral) answered 200: body/color must be string'];
  assert.equal([note('{"color":"red"}'), note('{"color":"red"}')], [[], []]);
  assert.match(note('{"color":"red"}', described, api, 202)[0]!, /answered 202: the document has no response 202;/);
  assert.equal([note('{"color":7}'), note('{"color":7}')], [wrong, wrong]);
  assert.equal(note('{"color":"red"}', counted, { ...ciApi, routes: [counted] }), [
    "GET /lamp/{id} (neutral) answered 200: body must have required property 'watts'",
  ]);
});

test.run();
