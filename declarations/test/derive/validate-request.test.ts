import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeDocument, jsonApi, plainJson, pointerOf } from '../../src/dialects/index.ts';
import { validateRequest, type WireFormat } from '../../src/derive/index.ts';
import { dock } from './sample.ts';

const wire = (dialect: typeof jsonApi): WireFormat => ({
  root: dialect.root,
  decode: (attributes, document) => decodeDocument(dialect, attributes, document),
  pointer: (attributes, path) => pointerOf(dialect, attributes, path),
});

const document = (attributes: object, relationships?: object) => ({
  data: { type: 'docks', attributes, ...(relationships ? { relationships } : {}) },
});
const create = (attributes: object, relationships?: object) =>
  validateRequest(dock, { operation: 'create', body: document(attributes, relationships), stored: null }, wire(jsonApi));
const update = (stored: object, attributes: object) =>
  validateRequest(dock, { operation: 'update', body: document(attributes), stored: stored as never }, wire(jsonApi));

const shape = suite('door: the shape of the body');

const refused = (body: unknown) => validateRequest(dock, { operation: 'create', body, stored: null }, wire(jsonApi));

shape('a body that is not a document is reported', () => {
  for (const body of [undefined, null, 'x', []])
    assert.equal(refused(body), [{ pointer: '', detail: 'Expected a JSON object as the body of the request.' }]);
  for (const body of [{}, { data: null }, { data: [] }])
    assert.equal(refused(body), [{ pointer: '/data', detail: 'Expected a document: an object with `type` and `attributes`.' }]);
  assert.equal(refused({ data: { type: 'ships', attributes: {} } }), [{ pointer: '/data/type', detail: 'Expected "docks".' }]);
  assert.equal(refused({ data: { type: 'docks', attributes: [] } }), [{ pointer: '/data/attributes', detail: 'Expected an object.' }]);
  assert.equal(refused({ data: { type: 'docks', relationships: 'x' } }), [
    { pointer: '/data/relationships', detail: 'Expected an object.' },
  ]);
});

shape('a document that has members named pointer and detail is a document', () => {
  const body = { type: 'docks', attributes: { name: 'north' }, pointer: '/x', detail: 'y' };
  assert.equal(refused({ data: body }), []);
  assert.equal(
    validateRequest(dock, { operation: 'create', body: { name: 'north', pointer: '/x', detail: 'y' }, stored: null }, wire(plainJson)),
    [],
  );
});

shape('other types can be taken', () =>
  assert.equal(
    validateRequest(
      dock,
      {
        operation: 'create',
        body: { data: { type: 'dry-docks', attributes: { name: 'x' } } },
        stored: null,
        types: ['docks', 'dry-docks'],
      },
      wire(jsonApi),
    ),
    [],
  ),
);

shape.run();

// ---

const creating = suite('door: create');

creating('what is right is taken; unknown names and read-only ones are ignored', () =>
  assert.equal(
    create({
      name: 'north',
      'pump-id': 'pump-1',
      mode: 'dry',
      ships: 'many',
      'no-such': 1,
      crane: { maker: 'ACME', serial: 5, 'no-such': 1 },
    }),
    [],
  ),
);

creating("what is required is asked for, in the wire's names", () =>
  assert.equal(create({ crane: {} }), [
    { pointer: '/data/attributes/name', detail: 'Required: lower-case letters and -.' },
    { pointer: '/data/attributes/crane/maker', detail: 'Required: a string.' },
  ]),
);

creating('kinds are checked at every depth', () =>
  assert.equal(create({ name: 'north', 'opens-at': 'soon', mode: 'wett', berths: [{ name: 'a', metres: 'x' }], labels: { a: 'B' } }), [
    { pointer: '/data/attributes/mode', detail: 'Expected one of "wet", "dry"; given "wett". Send "wet".' },
    { pointer: '/data/attributes/opens-at', detail: 'Expected a time such as 2026-01-31T12:00:00Z; given "soon".' },
    { pointer: '/data/attributes/labels/a', detail: 'Expected lower-case letters; given "B".' },
    { pointer: '/data/attributes/berths/0/metres', detail: 'Expected a whole number; given "x".' },
  ]),
);

creating("rules speak the wire's names", () =>
  assert.equal(create({ name: 'north', mode: 'wet', 'pump-id': 'pump-1' }), [
    { pointer: '/data/attributes/pump-id', detail: '`pump-id` cannot be set when `mode` is "wet".' },
  ]),
);

creating('so are members of an object', () =>
  assert.equal(create({ name: 'north', crane: { maker: 'ACME', tonnes: 1, load: 2 } }), [
    { pointer: '/data/attributes/crane/load', detail: '`crane.load` cannot be set together with `crane.tonnes`.' },
  ]),
);

creating('a secret is not repeated', () =>
  assert.equal(create({ name: 'north', key: 'canary' }), [
    { pointer: '/data/attributes/key', detail: 'Expected a key that begins with k-; given a value that is not shown, being sensitive.' },
  ]),
);

creating('path parameters and settings of the provider only are not part of the body', () =>
  assert.equal(create({ name: 'north', organization: 3, 'key-version': 'x' }), []),
);

creating('plain JSON has no root and no dashes', () =>
  assert.equal(validateRequest(dock, { operation: 'create', body: { name: 'north', pump_id: 3 }, stored: null }, wire(plainJson)), [
    { pointer: '/pump_id', detail: 'Expected an identifier that begins with pump-; given 3.' },
  ]),
);

creating.run();

// ---

const updating = suite('door: update');

const stored = {
  id: 'dock-1',
  name: 'north',
  mode: 'dry',
  flooded: false,
  pump_id: 'pump-1',
  crane: { maker: 'ACME', tonnes: 1, load: null },
};

updating('silence keeps what there is', () => assert.equal(update(stored, { depth: 3 }), []));

updating('null clears, but not what is required', () => {
  assert.equal(update(stored, { 'opens-at': null, labels: null }), []);
  assert.equal(update(stored, { name: null }), [{ pointer: '/data/attributes/name', detail: 'Required: lower-case letters and -.' }]);
});

updating('a rule about what is said judges what was sent: the stored half does not count', () =>
  assert.equal(update(stored, { mode: 'dry' }), []),
);

updating('a rule about what holds judges stored and sent together', () => {
  assert.equal(update({ ...stored, mode: null, pump_id: null }, { mode: 'dry' }), [
    { pointer: '/data/attributes/pump-id', detail: '`pump-id` is required when `mode` is "dry".' },
  ]);
  assert.equal(update(stored, { 'pump-id': null }), [
    { pointer: '/data/attributes/pump-id', detail: '`pump-id` is required when `mode` is "dry".' },
  ]);
  assert.equal(update({ ...stored, mode: null }, { mode: 'dry' }), []);
});

updating('a rule that the stored object breaks already is no matter of a request that does not touch it', () =>
  assert.equal(update({ ...stored, pump_id: null }, { depth: 3 }), []),
);

updating('a member that an object has already need not be sent again; a new object needs it', () => {
  assert.equal(update(stored, { crane: { load: null } }), []);
  assert.equal(update({ ...stored, crane: null }, { crane: { load: 5 } }), [
    { pointer: '/data/attributes/crane/maker', detail: 'Required: a string.' },
  ]);
});

updating.run();
