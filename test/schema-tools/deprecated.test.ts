import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compile, deprecatedWarnings, deprecatedWarningsOf, SchemaError } from '../../schema-tools/src/legacy.ts';

const address = {
  $id: 'https://example.com/address', type: 'object',
  properties: { street: { type: 'string' }, city: { deprecated: true, 'x-deprecation-message': 'Write `place`.' }, country: { type: 'string' }, fax: { deprecated: false } },
  dependentSchemas: { country: { properties: { zip: { deprecated: true } } } },
};

const warnings = suite('deprecated');

warnings('warns of a field that is there, in the schema\'s words', () =>
  assert.equal(deprecatedWarnings(address, { city: 'Riga' }), [{ pointer: '/city', message: 'Write `place`.' }]));

warnings('says nothing of one that is absent, nor where it is false', () => assert.equal(deprecatedWarnings(address, { street: 'x', fax: '1' }), []));

warnings('finds it behind a dependent schema, and only then', () => {
  assert.equal(deprecatedWarnings(address, { zip: 'LV-1' }), []);
  assert.equal(deprecatedWarnings(address, { zip: 'LV-1', country: 'LV' }), [{ pointer: '/zip', message: '`zip` is deprecated.' }]);
});

warnings('a value of null is a value', () => assert.is(deprecatedWarnings(address, { city: null }).length, 1));

warnings('several at one place are one warning: true if any is, each message once', () => {
  const schema = { allOf: [
    { properties: { a: { deprecated: true, 'x-deprecation-message': 'Use b.' } } }, { properties: { a: { deprecated: false } } },
    { properties: { a: { deprecated: true, 'x-deprecationMessage': 'Gone in 2.' } } }, { properties: { a: { deprecated: true, deprecationMessage: 'Use b.' } } },
  ] };
  assert.equal(deprecatedWarnings(schema, { a: 1 }), [{ pointer: '/a', message: 'Use b. Gone in 2.' }]);
});

warnings('the whole may be deprecated', () => assert.equal(deprecatedWarnings({ deprecated: true }, 1), [{ pointer: '', message: 'This is deprecated.' }]));

warnings('an invalid instance is warned about by default; strictly, it is not', () => {
  assert.is(deprecatedWarnings(address, { city: 1, street: 2 }).length, 1);
  assert.is(deprecatedWarnings(address, { city: 1, street: 2 }, { mode: 'strict' }).length, 0);
});

warnings('a losing branch is not heard', () => {
  const schema = { oneOf: [{ properties: { kind: { const: 'a' }, old: { deprecated: true } } }, { properties: { kind: { const: 'b' } } }] };
  assert.is(deprecatedWarnings(schema, { kind: 'b', old: 1 }).length, 0);
  assert.is(deprecatedWarnings(schema, { kind: 'a', old: 1 }).length, 1);
});

warnings('a value that is not known yet, of whatever shape, is warned about', () => {
  const mark = { [Symbol('unknown')]: true };
  assert.equal(deprecatedWarnings({ properties: { a: { type: ['boolean', 'null'], deprecated: true } } }, { a: mark }), [{ pointer: '/a', message: '`a` is deprecated.' }]);
});

warnings('a compiled schema gives the same', () =>
  assert.equal(deprecatedWarningsOf(compile(address, 'deprecated', { trusted: true }), { city: 1 }), [{ pointer: '/city', message: 'Write `place`.' }]));

warnings('names are told as written', () => assert.equal(deprecatedWarnings({ additionalProperties: { deprecated: true } }, { 'a/b~c': 1 }), [{ pointer: '/a~1b~0c', message: '`a/b~c` is deprecated.' }]));

warnings.run();

// ---

const errors = suite('schemas in error');

const problem = (schema: unknown, options = {}): string => {
  try {
    deprecatedWarnings(schema, {}, options);
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
  return 'no error';
};

errors('`deprecated` must be a boolean, wherever it stands', () => {
  assert.is(problem({ $id: 'urn:example:a', properties: { b: { deprecated: 'yes' } } }), 'The schema is in error at urn:example:a#/properties/b/deprecated: expected true or false, given "yes"');
  assert.is(problem({ $defs: { unused: { deprecated: 1 } } }), 'The schema is in error at schema:///#/$defs/unused/deprecated: expected true or false, given 1');
  assert.is(problem({ const: { deprecated: 'data, not schema' } }), 'no error');
});

errors('what is no schema', () => {
  assert.is(problem(5), 'The schema is in error at schema:///#: expected a schema: an object, true or false');
  assert.is(problem({ items: 5 }), 'The schema is in error at schema:///#/items: expected a schema: an object, true or false');
  assert.is(problem({ properties: [] }), 'The schema is in error at schema:///#/properties: expected an object of schemas');
  assert.is(problem({ anyOf: [] }), 'The schema is in error at schema:///#/anyOf: expected a list of schemas that is not empty');
});

errors('what is no value of its keyword', () => {
  assert.is(problem({ type: 'text' }), 'The schema is in error at schema:///#/type: expected a type or a list of types; given "text"');
  assert.is(problem({ required: 'a' }), 'The schema is in error at schema:///#/required: expected a list of names');
  assert.is(problem({ minLength: -1 }), 'The schema is in error at schema:///#/minLength: expected a whole number that is not negative');
  assert.is(problem({ multipleOf: 0 }), 'The schema is in error at schema:///#/multipleOf: expected a number above 0');
  assert.is(problem({ pattern: '(' }), 'The schema is in error at schema:///#/pattern: expected a regular expression (ECMA-262, Unicode); given "("');
  assert.is(problem({ enum: 'x' }), 'The schema is in error at schema:///#/enum: expected a list of values');
});

errors('a reference to nowhere; the network is never asked', () => {
  assert.is(problem({ $ref: '#/$defs/x' }), 'The schema is in error at schema:///#: "#/$defs/x" refers to a place that is not there');
  assert.is(problem({ $ref: 'https://example.com/x' }), 'The schema is in error at schema:///#: "https://example.com/x" refers to https://example.com/x, which is not among the schemas given');
  assert.is(problem({ $id: 'urn:example:a', $ref: 'b/c' }), 'The schema is in error at urn:example:a#: "b/c" is no URI, or cannot be resolved against urn:example:a');
  assert.is(problem({ $ref: '#%zz' }), 'The schema is in error at schema:///#: "#%zz" is badly percent-encoded');
  assert.is(problem({ $ref: 5 }), 'The schema is in error at schema:///#/$ref: expected a string');
});

errors('a circle that would never end', () => {
  assert.is(problem({ $ref: '#' }), 'The schema is in error at schema:///#: it refers to itself without end');
  assert.is(problem({ $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } }), 'The schema is in error at schema:///#/$defs/a: it refers to itself without end');
  assert.is(problem({ properties: { next: { $ref: '#' } } }), 'no error');
});

errors('another dialect is refused, not misread', () => {
  assert.is(problem({ $schema: 'http://json-schema.org/draft-07/schema#' }), 'The schema is in error at schema:///#/$schema: the dialect http://json-schema.org/draft-07/schema# is not known here; 2020-12 is');
  assert.is(problem({ $schema: 'https://json-schema.org/draft/2020-12/schema' }), 'no error');
});

errors.run();
