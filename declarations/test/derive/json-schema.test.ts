import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonSchema, omitNulls } from '../../src/derive/index.ts';
import { unknown } from '../../src/declare/index.ts';
import { dock } from './sample.ts';

const schema = suite('JSON Schema');

const complete = jsonSchema(dock) as { [keyword: string]: any };

schema('has a dialect, a stable name, the sentence', () => {
  const { $schema, $id, title, description, type, required, additionalProperties } = complete;
  assert.equal(
    { $schema, $id, title, description, type, required, additionalProperties },
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'urn:slipway:resource:dock',
      title: 'dock',
      description: 'A dock.',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
    },
  );
});

schema('a required attribute may not be null, an optional one may', () => {
  assert.equal(complete['properties'].name, { description: 'Its name.', type: 'string', pattern: '^[a-z-]+$' });
  assert.equal(complete['properties'].depth, { description: 'In metres.', type: ['integer', 'null'], default: 9 });
  assert.equal(complete['properties'].mode, { description: 'How ships lie. The service decides unless set.', enum: ['wet', 'dry', null] });
});

schema('a deprecated attribute says what to write instead', () =>
  assert.equal(complete['properties'].flooded, {
    description: 'Whether it is wet.',
    type: ['boolean', 'null'],
    deprecated: true,
    'x-deprecation-message': 'Use `mode`.',
  }),
);

schema('a write-only attribute is writeOnly', () => assert.is(complete['properties'].key_wo.writeOnly, true));
schema('a sensitive one is x-sensitive: its value is shown nowhere', () =>
  assert.equal([complete['properties'].key['x-sensitive'], complete['properties'].key_wo['x-sensitive']], [true, undefined]),
);

schema('what only the service decides is left out', () => {
  assert.is(complete['properties'].ships, undefined);
  assert.equal(Object.keys(complete['properties'].crane.properties), ['maker', 'tonnes', 'load']);
});

schema('unless asked for: then it is readOnly', () => {
  const state = jsonSchema(dock, { computed: true }) as { [keyword: string]: any };
  assert.is(state['$id'], 'urn:slipway:resource:dock:state');
  assert.equal(state['properties'].ships, { description: 'How many ships lie there.', type: ['integer', 'null'], readOnly: true });
  assert.equal(state['properties'].crane.properties.serial, { description: 'Its number.', type: ['string', 'null'], readOnly: true });
});

schema('an object is closed, and its members are attributes', () =>
  assert.equal(complete['properties'].berths, {
    description: 'Berths.',
    type: ['array', 'null'],
    items: {
      type: 'object',
      properties: {
        name: { description: 'Its name.', type: 'string' },
        metres: { description: 'Its length.', type: ['integer', 'null'], default: 20 },
      },
      required: ['name'],
      additionalProperties: false,
    },
  }),
);

schema('a set may repeat itself: repetition means nothing', () =>
  assert.equal(complete['properties'].codes, {
    description: 'Codes.',
    type: ['array', 'null'],
    items: { type: 'string', pattern: '^[A-Z]{2}$' },
  }),
);

schema('a map keeps the limits of its keys', () =>
  assert.equal(complete['properties'].labels, {
    description: 'Labels.',
    type: ['object', 'null'],
    additionalProperties: { type: 'string', pattern: '^[a-z]*$' },
    propertyNames: { type: 'string', pattern: '^[a-z]+$' },
    maxProperties: 2,
  }),
);

schema('rules are in allOf, each with its sentence', () => {
  assert.is(complete['allOf'].length, 5);
  assert.equal(complete['allOf'][1], {
    $comment: '`pump_id` is required when `mode` is "dry".',
    if: { required: ['mode'], properties: { mode: { enum: ['dry'] } } },
    then: { required: ['pump_id'], properties: { pump_id: { not: { type: 'null' } } } },
  });
});

schema('is a valid schema, and refuses what breaks a rule', async () => {
  registerSchema(complete as never, complete['$id']);
  const accepts = await validate(complete['$id']);
  assert.is(accepts({ name: 'north', mode: 'dry', pump_id: 'pump-1' }).valid, true);
  assert.is(accepts({ name: 'north', mode: 'dry' }).valid, false);
  assert.is(accepts({ name: 'north', mode: null, flooded: false, crane: null }).valid, true);
  assert.is(accepts({ name: 'north', crane: { maker: 'ACME', tonnes: 1, load: 2 } }).valid, false);
});

schema.run();

// ---

const silence = suite('what a configuration says');

silence('leaves out nulls at every depth and keeps what is unknown', () => {
  const config = {
    name: 'north',
    mode: null,
    crane: { maker: unknown, tonnes: null },
    berths: [{ name: 'a', metres: null }],
    labels: { a: null },
  };
  const words = omitNulls(config) as { crane: { maker: unknown } };
  assert.is(words.crane.maker, unknown);
  assert.equal(words, { name: 'north', crane: { maker: unknown }, berths: [{ name: 'a' }], labels: {} });
});

silence.run();
