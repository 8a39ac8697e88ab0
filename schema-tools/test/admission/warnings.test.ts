import { compile } from '@slipway/schema-tools';
import { admissionWarnings } from '@slipway/schema-tools/admission';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('admission: warnings');

const old = (message?: string, more: object = {}) => ({
  deprecated: true,
  ...(message === undefined ? {} : { 'x-deprecation-message': message }),
  ...more,
});
const route = await compile({
  properties: {
    spec: {
      properties: {
        host: old('Use `hosts`.'),
        hosts: { type: 'array' },
        port: old('Use `ports`.', { 'x-deprecated-since': 'v1.2', 'x-removed-in': 'v2.0' }),
        weight: old(undefined, { 'x-since': 'v1.1' }),
        gone: old('Drop it.', { 'x-removed-in': 'v3' }),
        containers: { items: { properties: { env: { additionalProperties: { properties: { name: old('Use `key`.') } } } } } },
        text: old('One line\r\nand\tanother\u2028one.'),
      },
    },
  },
});
const warnings = (spec: unknown, more: object = {}) =>
  admissionWarnings(route, { object: { apiVersion: 'mesh.example.com/v1', kind: 'Route', metadata: { name: 'a' }, spec }, ...more });

test('a deprecated field is reported with its path and what to write instead', () =>
  assert.equal(warnings({ host: 'a' }), ['spec.host is deprecated: Use `hosts`.']));
test('since when, and until when, where the schema says it', () => {
  assert.equal(warnings({ port: 1 }), ['spec.port is deprecated since v1.2, removed in v2.0: Use `ports`.']);
  assert.equal(warnings({ weight: 1 }), ['spec.weight is deprecated since v1.1']);
  assert.equal(warnings({ gone: 1 }), ['spec.gone is deprecated and removed in v3: Drop it.']);
});
test("a path is written as kubectl's users know it", () => {
  assert.equal(
    warnings({
      containers: [{ env: { 'a.b': { name: 'x' }, 'c~d/e': { name: 'y' }, 0: { name: 'z' } } }, { env: { plain: { name: 'x' } } }],
    }),
    [
      'spec.containers[0].env["0"].name is deprecated: Use `key`.',
      'spec.containers[0].env["a.b"].name is deprecated: Use `key`.',
      'spec.containers[0].env["c~d/e"].name is deprecated: Use `key`.',
      'spec.containers[1].env.plain.name is deprecated: Use `key`.',
    ],
  );
});
test('a warning is one line', () => assert.equal(warnings({ text: 1 }), ['spec.text is deprecated: One line and another one.']));
test('an update is warned about what the new object uses, changed or not', () => {
  const before = { apiVersion: 'mesh.example.com/v1', kind: 'Route', spec: { host: 'a', port: 1 } };
  assert.equal(warnings({ host: 'a' }, { oldObject: before }), ['spec.host is deprecated: Use `hosts`.']);
});
test('what is deleted is not warned about', () => {
  const before = { apiVersion: 'mesh.example.com/v1', kind: 'Route', spec: { host: 'a' } };
  assert.equal(admissionWarnings(route, { object: null, oldObject: before }), []);
  assert.equal(admissionWarnings(route, { oldObject: before }), []);
});
test('an object whose kind is deprecated is named by it', async () => {
  const whole = await compile({ deprecated: true, 'x-deprecation-message': 'Use mesh.example.com/v2 Route.' });
  assert.equal(admissionWarnings(whole, { object: { apiVersion: 'mesh.example.com/v1', kind: 'Route' } }), [
    'mesh.example.com/v1 Route is deprecated: Use mesh.example.com/v2 Route.',
  ]);
  assert.equal(admissionWarnings(await compile({ deprecated: true }), { object: {} }), ['this object is deprecated']);
});
test("of schemas by kind, the request's kind decides, else what the object says of itself", () => {
  const schemas = new Map([['mesh.example.com/v1/Route', route]]);
  const object = { apiVersion: 'mesh.example.com/v1', kind: 'Route', spec: { host: 'a' } };
  assert.equal(admissionWarnings(schemas, { object }), ['spec.host is deprecated: Use `hosts`.']);
  assert.equal(admissionWarnings(schemas, { object, kind: { group: 'mesh.example.com', version: 'v1', kind: 'Route' } }), [
    'spec.host is deprecated: Use `hosts`.',
  ]);
  assert.equal(admissionWarnings(schemas, { object, kind: { group: 'mesh.example.com', version: 'v2', kind: 'Route' } }), []);
  assert.equal(admissionWarnings(schemas, { object: { ...object, kind: 'Gateway' } }), []);
  assert.equal(admissionWarnings(new Map([['v1/Pod', route]]), { object, kind: { group: '', version: 'v1', kind: 'Pod' } }), [
    'spec.host is deprecated: Use `hosts`.',
  ]);
});
test('a conditional deprecation is reported where the condition holds', async () => {
  const conditional = await compile({
    if: { properties: { spec: { properties: { mode: { const: 'new' } }, required: ['mode'] } } },
    then: { properties: { spec: { properties: { host: { deprecated: true } } } } },
  });
  assert.equal(admissionWarnings(conditional, { object: { spec: { mode: 'new', host: 'a' } } }), ['spec.host is deprecated']);
  assert.equal(admissionWarnings(conditional, { object: { spec: { mode: 'old', host: 'a' } } }), []);
});
test.run();
