import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecations, faults } from '../../src/index.ts';
import { providerSchemas } from '../../src/lint/find-schema/terraform/provider-schemas.ts';
import { typeSchema } from '../../src/lint/find-schema/terraform/type-schema.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('find-schema: provider schemas');

/** Every nesting mode, every type. */
const printed = {
  format_version: '1.0',
  provider_schemas: {
    'example.com/acme/cloud': {
      provider: { version: 0, block: { attributes: { region: { type: 'string', optional: true, deprecated: true } } } },
      resource_schemas: {
        cloud_server: {
          version: 1,
          block: {
            deprecated: true,
            attributes: {
              id: { type: 'string', computed: true },
              name: { type: 'string', required: true, description: 'Its name.' },
              size: { type: 'number', optional: true },
              public: { type: 'bool', optional: true, deprecated: true },
              tags: { type: ['map', 'string'], optional: true },
              ports: { type: ['set', 'number'], optional: true },
              pair: { type: ['tuple', ['string', 'bool']], optional: true },
              anything: { type: 'dynamic', optional: true },
              rule: { type: ['list', ['object', { from: 'number', to: 'number' }]], optional: true },
              mount: {
                nested_type: {
                  nesting_mode: 'list',
                  attributes: {
                    path: { type: 'string', required: true },
                    kind: { type: 'string', optional: true, deprecated: true, deprecation_message: 'Leave it out.' },
                  },
                },
                optional: true,
              },
              users: { nested_type: { nesting_mode: 'map', attributes: { role: { type: 'string', optional: true } } }, optional: true },
              owner: { nested_type: { nesting_mode: 'single', attributes: { team: { type: 'string', required: true } } }, optional: true },
            },
            block_types: {
              disk: {
                nesting_mode: 'list',
                max_items: 2,
                block: {
                  attributes: { gb: { type: 'number', required: true }, speed: { type: 'string', optional: true, deprecated: true } },
                  block_types: {
                    key: { nesting_mode: 'single', block: { attributes: { old: { type: 'bool', optional: true, deprecated: true } } } },
                  },
                },
              },
              label: { nesting_mode: 'map', block: { attributes: { value: { type: 'string', optional: true } } } },
              boot: { nesting_mode: 'set', min_items: 1, block: { attributes: { image: { type: 'string', optional: true } } } },
            },
          },
        },
      },
      data_source_schemas: { cloud_image: { version: 0, block: { attributes: { name: { type: 'string', required: true } } } } },
    },
  },
};
const schemas = providerSchemas(printed, 'schemas.json');
const server = compile(schemas.schemaOf('resource', 'cloud_server'));
const good = { name: 'a', boot: {} };
const wrongIn = async (body: object) => faults(await server, body).map(({ pointer }) => pointer);
const oldIn = async (body: object) => deprecations(await server, body).map(({ pointer, message }) => [pointer, message]);

test('a block is known by its kind and its type', () => {
  assert.is(schemas.schemaOf('data', 'cloud_image')?.['$id'], 'urn:terraform:example.com:acme:cloud:data:cloud-image');
  assert.is(schemas.schemaOf('provider', 'cloud')?.['title'], 'example.com/acme/cloud');
  assert.is(schemas.schemaOf('data', 'cloud_server'), undefined);
  assert.is(schemas.schemaOf('resource', 'constructor'), undefined);
});
test('a short address names the same provider', () => {
  assert.is(schemas.schemaOf('resource', 'cloud_server', 'acme/cloud')?.['title'], 'cloud_server');
});
test('types become JSON Schema', () => {
  assert.equal(typeSchema('bool'), { enum: [true, false, 'true', 'false'] });
  assert.equal(typeSchema(['list', 'string']), { type: 'array', items: { type: ['string', 'number', 'boolean'] } });
  assert.equal(typeSchema(['map', ['set', 'bool']]), {
    type: 'object',
    additionalProperties: { type: 'array', items: { enum: [true, false, 'true', 'false'] } },
  });
  assert.equal(typeSchema(['object', { a: 'string' }]), {
    type: 'object',
    properties: { a: { type: ['string', 'number', 'boolean', 'null'] } },
  });
  assert.is(typeSchema('dynamic'), true);
  assert.is(typeSchema(['a type of a later day']), true);
});
test('what Terraform takes is valid', async () => {
  assert.equal(await wrongIn(good), []);
  assert.equal(
    await wrongIn({
      ...good,
      size: '12',
      public: 'true',
      tags: { a: 1 },
      ports: [80, '443'],
      pair: ['a', false],
      anything: [{}],
      rule: [{ from: 1, to: 2, more: 3 }],
      mount: [{ path: '/' }],
      users: { eva: { role: 'admin' } },
      owner: { team: 'core' },
      disk: { gb: 1, key: [{}] },
      label: { a: { value: 'x' } },
      count: 2,
      depends_on: ['a.b'],
      lifecycle: {},
      provider: 'cloud.eu',
      provisioner: [],
      connection: {},
      for_each: {},
      '//': { metadata: {} },
    }),
    [],
  );
});
test('a block may be one object or a list of them, as many as the provider takes', async () => {
  assert.equal(await wrongIn({ ...good, disk: [{ gb: 1 }, { gb: 2 }] }), []);
  assert.equal(await wrongIn({ ...good, disk: [{ gb: 1 }, { gb: 2 }, { gb: 3 }] }), ['/disk']);
  assert.equal(await wrongIn({ ...good, disk: [{ gb: 1 }, {}] }), ['/disk/1']);
});
test('what is missing, too much or of another type is not', async () => {
  assert.equal(await wrongIn({ boot: {} }), ['']);
  assert.equal(await wrongIn({ name: 'a' }), ['']);
  assert.equal(await wrongIn({ name: 'a', dynamic: { boot: { for_each: [], content: {} } } }), []);
  assert.equal(await wrongIn({ ...good, size: 'many' }), ['/size']);
  assert.equal(await wrongIn({ ...good, owner: {} }), ['/owner']);
  assert.equal(await wrongIn({ ...good, other: 1 }), ['/other']);
});
test('what only the provider decides cannot be written', async () => {
  assert.equal(await wrongIn({ ...good, id: 'x' }), ['/id']);
});
test('what is deprecated is told wherever it is written', async () => {
  const told = await oldIn({
    ...good,
    public: true,
    mount: [{ path: '/', kind: 'x' }],
    disk: [{ gb: 1, speed: 'fast', key: { old: true } }],
    dynamic: { disk: { for_each: [], content: { speed: 'slow' } } },
  });
  assert.equal(told.map(([pointer]) => pointer).sort(), [
    '',
    '/disk/0/key/old',
    '/disk/0/speed',
    '/dynamic/disk/content/speed',
    '/mount/0/kind',
    '/public',
  ]);
  assert.equal(
    told.find(([pointer]) => pointer === '/mount/0/kind'),
    ['/mount/0/kind', 'Leave it out.'],
  );
});
test('an optional attribute may be null', async () => {
  assert.equal(await wrongIn({ ...good, size: null }), []);
});
test('a file that holds something else says what it should hold', () => {
  assert.throws(
    () => providerSchemas({ $schema: 'x' }, 'x.json'),
    withMessage('it has no `provider_schemas`; write it with `terraform providers schema -json`'),
  );
});
test.run();
