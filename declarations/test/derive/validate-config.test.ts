import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { object, optional, required, setOf, string, unknown } from '../../src/declare/index.ts';
import { validateConfig } from '../../src/derive/index.ts';
import { dock } from './sample.ts';

const reported = (config: object) => validateConfig(dock, { name: 'north', ...config } as never);

const kinds = suite('verdict on one value');

kinds('what is right has no fault', () =>
  assert.equal(
    reported({
      mode: 'dry',
      pump_id: 'pump-1',
      depth: 3,
      note: 'deep',
      opens_at: '2026-01-31T12:00:00Z',
      labels: { a: 'b' },
      codes: ['DE', 'DE'],
      berths: [{ name: 'b1' }],
      crane: { maker: 'ACME', load: 5 },
    }),
    [],
  ),
);

kinds('a wrong value is reported with what was expected and what was given', () =>
  assert.equal(reported({ depth: 'three' }), [
    { path: ['depth'], summary: 'Wrong value for "depth"', detail: 'Expected a whole number; given "three".' },
  ]),
);

kinds('the error for a misspelled value of a closed list suggests the correct one', () =>
  assert.equal(reported({ mode: 'Wett' }), [
    { path: ['mode'], summary: 'Wrong value for "mode"', detail: 'Expected one of "wet", "dry"; given "Wett". Write `mode = "wet"`.' },
  ]),
);

kinds('a required attribute that is absent or null is missing', () => {
  const fault = {
    path: ['name'],
    summary: 'Missing "name"',
    detail: 'It is required: Its name. Write `name = …`, lower-case letters and -.',
  };
  assert.equal(validateConfig(dock, {}), [fault]);
  assert.equal(validateConfig(dock, { name: null }), [fault]);
});

kinds('null is not said, for every optional and computed attribute', () =>
  assert.equal(reported({ organization: null, mode: null, codes: null, crane: null, ships: null, id: null, key_wo: null }), []),
);

kinds('a name that is not an attribute is reported with the attribute that it resembles', () =>
  assert.equal(reported({ mdoe: 'wet' }), [
    { path: ['mdoe'], summary: '"mdoe" is not an attribute', detail: 'Write `mode` instead of `mdoe`.' },
  ]),
);

kinds('the error for a name that resembles nothing says to remove it', () => {
  const of = { attributes: { name: optional(string, 'A name.') } };
  assert.equal(validateConfig(of, { zzzzzzz: 1 }), [
    { path: ['zzzzzzz'], summary: '"zzzzzzz" is not an attribute', detail: 'Remove the line `zzzzzzz = …`. There are: name.' },
  ]);
});

kinds('names that every JavaScript object has are strangers like others', () => {
  assert.equal(
    validateConfig({ attributes: {} }, JSON.parse('{"__proto__": 1, "constructor": 2}')).map((fault) => fault.path),
    [['__proto__'], ['constructor']],
  );
  assert.equal(
    validateConfig({ attributes: { constructor: required(string, 'Who built it.') } }, {}).map((fault) => fault.summary),
    ['Missing "constructor"'],
  );
});

kinds('the error for a computed attribute says which line to remove', () =>
  assert.equal(reported({ ships: 3, crane: { maker: 'ACME', serial: 'x' } }), [
    { path: ['crane', 'serial'], summary: '"crane.serial" is read-only', detail: 'The service decides it. Remove the line `serial = …`.' },
    { path: ['ships'], summary: '"ships" is read-only', detail: 'The service decides it. Remove the line `ships = …`.' },
  ]),
);

kinds('an unknown value is never an error, at any depth', () =>
  assert.equal(
    validateConfig(dock, {
      name: unknown,
      mode: unknown,
      pump_id: 'pump-1',
      depth: unknown,
      labels: { a: unknown },
      codes: [unknown, 'DE'],
      berths: [{ name: unknown }],
      crane: unknown,
      ships: null,
    }),
    [],
  ),
);

kinds('text is measured in characters, not in bytes or code units', () => {
  assert.equal(reported({ note: '🚢🚢🚢🚢🚢' }), []);
  assert.equal(reported({ note: '🚢🚢🚢🚢🚢🚢' }).length, 1);
});

kinds('a long value is cut short', () =>
  assert.is(
    reported({ note: 'x'.repeat(500) })[0]?.detail,
    'Expected a string of at most 5 characters; given "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx….',
  ),
);

kinds.run();

// ---

const inside = suite('verdict inside collections and objects');

inside('a list is reported by index, a map by key, an object by member', () =>
  assert.equal(
    reported({ berths: [{ name: 'a' }, { metres: 'x' }], labels: { a: 'OK' }, crane: { tonnes: 1.5 } }).map(({ path, summary }) => ({
      path,
      summary,
    })),
    [
      { path: ['labels', { key: 'a' }], summary: 'Wrong value for "labels["a"]"' },
      { path: ['berths', 1, 'name'], summary: 'Missing "berths[1].name"' },
      { path: ['berths', 1, 'metres'], summary: 'Wrong value for "berths[1].metres"' },
      { path: ['crane', 'maker'], summary: 'Missing "crane.maker"' },
      { path: ['crane', 'tonnes'], summary: 'Wrong value for "crane.tonnes"' },
    ],
  ),
);

inside('an element of a set has no address: the set is reported', () =>
  assert.equal(reported({ codes: ['DE', 'de'] }), [
    { path: ['codes'], summary: 'Wrong value for "codes"', detail: 'An element of `codes`: expected two capitals; given "de".' },
  ]),
);

inside('faults of members of objects in a set are reported at the set, once for each sentence', () => {
  const of = { attributes: { rules: optional(setOf(object({ name: required(string, 'Its name.') })), 'Rules.') } };
  assert.equal(validateConfig(of, { rules: [{ name: 1 }, { name: 1 }, {}] }), [
    { path: ['rules'], summary: 'Wrong value for "rules"', detail: '`name` in an element of `rules`: expected a string; given 1.' },
    { path: ['rules'], summary: 'Missing "rules[].name"', detail: 'It is required: Its name. Write `name = …`, a string.' },
  ]);
});

inside('null has no place in a collection', () =>
  assert.equal(
    reported({ codes: [null] }).map((fault) => fault.detail),
    ['An element of `codes`: expected two capitals; given null.'],
  ),
);

inside('too many entries, and an invalid key, are reported at the map', () => {
  assert.equal(reported({ labels: { a: '', b: '', c: '' } }), [
    {
      path: ['labels'],
      summary: 'Wrong value for "labels"',
      detail:
        'Expected a map, each value lower-case letters, each key lower-case letters, at most 2 of them; ' +
        'given an object with "a", "b", "c".',
    },
  ]);
  assert.is(reported({ labels: { B: '' } }).length, 1);
});

inside.run();
