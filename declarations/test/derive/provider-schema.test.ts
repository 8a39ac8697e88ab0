import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { computed, listDataSource, mapOf, object, optional, query, required, string } from '../../src/declare/index.ts';
import { identitySchema, providerSchema } from '../../src/derive/index.ts';
import { dock } from './sample.ts';

const schema = suite('provider schema');

const attributes = providerSchema(dock).attributes;

schema('names the resource and its version', () => {
  const { version, description, deprecated } = providerSchema(dock, 2);
  assert.equal({ version, description, deprecated }, { version: 2, description: 'A dock.', deprecated: undefined });
});

schema('required, optional and computed say so', () => {
  assert.equal(attributes['name'], { type: 'string', description: 'Its name.', required: true });
  assert.equal(attributes['opens_at'], { type: 'string', description: 'When it opens.', optional: true });
  assert.equal(attributes['ships'], { type: 'number', description: 'How many ships lie there.', computed: true });
});

schema('what silence may fill is optional and computed: a default, the service, another attribute, the provider', () => {
  assert.equal(attributes['depth'], { type: 'number', description: 'In metres. Default: `9`.', optional: true, computed: true });
  assert.equal(attributes['mode'], {
    type: 'string',
    description: 'How ships lie. The service decides unless set.',
    optional: true,
    computed: true,
  });
  assert.equal(attributes['pump_id'], { type: 'string', description: 'The pump.', optional: true, computed: true });
  assert.equal(attributes['organization'], {
    type: 'string',
    description: 'Who owns it. Left alone when unset.',
    optional: true,
    computed: true,
  });
});

schema('the revision of a write-only attribute is kept by the provider, the attribute itself is not', () => {
  assert.equal(attributes['key_wo'], { type: 'string', description: 'The key, not stored.', optional: true, writeOnly: true });
  assert.equal(attributes['key_version'], { type: 'number', description: 'Counts the keys.', optional: true, computed: true });
});

schema('a secret is sensitive', () =>
  assert.equal(attributes['key'], { type: 'string', description: 'The key.', optional: true, sensitive: true }),
);

schema('a deprecated attribute says what to write instead', () =>
  assert.equal(attributes['flooded'], {
    type: 'bool',
    description: 'Whether it is wet.',
    optional: true,
    deprecated: true,
    deprecationMessage: 'Use `mode`.',
  }),
);

schema('a deprecated resource says so itself', () => {
  const { deprecated, deprecationMessage } = providerSchema({ doc: 'Old.', attributes: {}, deprecated: 'Use `slipway_dock`.' });
  assert.equal({ deprecated, deprecationMessage }, { deprecated: true, deprecationMessage: 'Use `slipway_dock`.' });
});

schema('collections of scalars have a type', () => {
  assert.equal(attributes['labels'], { type: ['map', 'string'], description: 'Labels.', optional: true });
  assert.equal(attributes['codes'], { type: ['set', 'string'], description: 'Codes.', optional: true });
});

schema('an object nests once, a list of objects as a list', () => {
  assert.equal(attributes['crane'], {
    nested: {
      nesting: 'single',
      attributes: {
        maker: { type: 'string', description: 'Who made it.', required: true },
        tonnes: { type: 'number', description: 'What it lifts.', optional: true, deprecated: true, deprecationMessage: 'Use `load`.' },
        load: { type: 'number', description: 'What it lifts, in kilograms.', optional: true },
        serial: { type: 'string', description: 'Its number.', computed: true },
      },
    },
    description: 'The crane.',
    optional: true,
  });
  assert.equal(attributes['berths']?.nested, {
    nesting: 'list',
    attributes: {
      name: { type: 'string', description: 'Its name.', required: true },
      metres: { type: 'number', description: 'Its length. Default: `20`.', optional: true, computed: true },
      taken: { type: 'bool', description: 'Whether a ship lies there.', computed: true },
    },
  });
});

schema('a map of maps of objects, which no engine can nest, has a type', () => {
  const { attributes } = providerSchema({
    doc: 'Deep.',
    attributes: { deep: optional(mapOf(mapOf(object({ a: required(string, 'A.') }))), 'Deep.') },
  });
  assert.equal(attributes['deep'], { type: ['map', ['map', ['object', { a: 'string' }]]], description: 'Deep.', optional: true });
});

schema('a list data source computes its items', () => {
  const docks = listDataSource('docks', {
    service: 'workspaces',
    doc: 'Docks.',
    requests: ['GET /docks'],
    items: 'docks',
    of: { name: required(string, 'Its name.') },
    filters: { search: optional(string, 'What to look for.', { at: query('q') }) },
  });
  assert.equal(providerSchema(docks).attributes, {
    search: { type: 'string', description: 'What to look for.', optional: true },
    docks: {
      nested: { nesting: 'list', attributes: { name: { type: 'string', description: 'Its name.', computed: true } } },
      description: 'The docks found.',
      computed: true,
    },
  });
});

schema.run();

// ---

const identity = suite('identity schema');

identity('is the key', () =>
  assert.equal(identitySchema(dock), {
    version: 1,
    attributes: { id: { type: 'string', description: 'The ID.', requiredForImport: true } },
  }),
);

identity('an identity includes the path parameters; what is optional in the configuration is optional at import', () => {
  const of = {
    key: ['id'],
    attributes: {
      id: computed(string, 'The ID.'),
      harbour: required(string, 'Its harbour.', { pathParameter: true }),
      fleet: optional(string, 'Its fleet.', { pathParameter: true }),
    },
  };
  assert.equal(identitySchema(of), {
    version: 1,
    attributes: {
      harbour: { type: 'string', description: 'Its harbour.', requiredForImport: true },
      fleet: { type: 'string', description: 'Its fleet.', requiredForImport: false },
      id: { type: 'string', description: 'The ID.', requiredForImport: true },
    },
  });
});

identity.run();
