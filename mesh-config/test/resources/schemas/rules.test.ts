import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { kinds } from '../../../src/resources/kinds/kinds.ts';
import { compileBuiltinSchemas } from '../../../src/resources/schemas/compile-builtin-schemas.ts';
import { validateDocument } from '../../../src/resources/validate-document.ts';

const test = suite('mesh schemas');
const compiled = await compileBuiltinSchemas();
const findMessages = (plural: string, spec: string): readonly string[] => {
  const { collection } = kinds.find((one) => one.plural === plural)!;
  return validateDocument(collection, { spec: parse(spec) as unknown }, [compiled.get(collection)!]).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  );
};

test('every kind except those of Kubernetes has a schema', () => {
  assert.equal(
    kinds.filter(({ collection, builtin }) => !builtin && !compiled.has(collection)),
    [],
  );
  assert.is(compiled.size, 25);
});
test('a wrong type is reported once, without messages of further rules; null counts as absent', () => {
  assert.equal(findMessages('gateways', '{servers: 5}'), ['/spec/servers: expected a list; found a number']);
  assert.equal(findMessages('gateways', '{servers: [5]}'), ['/spec/servers/0: expected an object; found a number']);
  assert.equal(
    findMessages('virtualservices', '{hosts: [a], http: [{route: [{destination: {host: a}}], retries: null, timeout: null}]}'),
    [],
  );
});
test.run();
