import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runLint } from '@slipway/test-support/lint';

const test = suite('slipway-lint: secrets');

const schema = JSON.stringify({
  properties: {
    token: { type: 'string', writeOnly: true, deprecated: true, maxLength: 3 },
    pass: { type: 'string', format: 'password', maxLength: 3 },
    pin: { 'x-sensitive': true, maxLength: 3 },
    mail: { type: 'string', format: 'email', writeOnly: false, maxLength: 3 },
    keys: { type: 'array', writeOnly: true, maxItems: 0 },
  },
});
const shown = async (name: string, text: string, ...args: string[]): Promise<string> =>
  (await runLint({ 's.json': schema, [name]: text }, ['--schema', 's.json', name, ...args])).stdout;

test('a value that the schema says is secret is not shown, and every column stays', async () => {
  assert.is(
    await shown('a.json', '{"pass":"hunter2","mail":"me@there","pin":"1234"}'),
    `a.json:1:2: error: invalid: expected at most 3 characters; found 7
   1 | {"pass":*********,"mail":"me@there","pin":******}
     |  ^^^^^^

a.json:1:19: error: invalid: expected at most 3 characters; found 8
   1 | {"pass":*********,"mail":"me@there","pin":******}
     |                   ^^^^^^

a.json:1:37: error: invalid: expected at most 3 characters; found 4
   1 | {"pass":*********,"mail":"me@there","pin":******}
     |                                     ^^^^^

Found 3 errors in 1 file.
`,
  );
});
test('a secret in YAML, TOML or a list is not shown by any rule', async () => {
  assert.is((await shown('a.yaml', 'token: &t hunter2 # Mine.\n')).split('\n')[1], '   1 | token: &t ******* # Mine.');
  assert.is((await shown('a.toml', 'token = "hunter2"\n')).split('\n')[1], '   1 | token = *********');
  assert.is((await shown('a.json', '{"keys":["one", "two"]}')).split('\n')[1], '   1 | {"keys":******* ******}');
});
test('a secret is not shown in any other format, nor by a large run', async () => {
  for (const format of ['json', 'sarif', 'github', 'junit'])
    assert.not.match(await shown('a.json', '{"pass":"hunter2","token":"hunter2"}', '--format', format), 'hunter2');
  const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.json`, '{"token":"hunter2"}']));
  const { stdout } = await runLint({ 's.schema.json': schema, ...files }, ['--schema', 's.schema.json', ...Object.keys(files)]);
  assert.match(stdout, '   1 | {"token":*********}');
  assert.not.match(stdout, 'hunter2');
});
test('after --fix as little as before', async () => {
  const renaming = JSON.stringify({
    properties: { old: { deprecated: true, 'x-replacement': 'new' }, new: {}, pass: { format: 'password', maxLength: 3 } },
  });
  const { stdout } = await runLint({ 's.json': renaming, 'a.json': '{"old":1,"pass":"hunter2"}' }, [
    '--schema',
    's.json',
    '--fix',
    'a.json',
  ]);
  assert.is(stdout.split('\n')[1], '   1 | {"new":1,"pass":*********}');
});
test('what a provider calls sensitive is a secret', async () => {
  const providers = JSON.stringify({
    provider_schemas: {
      'terraform.local/x/x': {
        resource_schemas: {
          x_y: { block: { attributes: { token: { type: 'string', optional: true, sensitive: true, deprecated: true } } } },
        },
      },
    },
  });
  const { stdout } = await runLint({ 'p.json': providers, 'main.tf.json': '{"resource":{"x_y":{"z":{"token":"hunter2"}}}}' }, [
    '--provider-schemas',
    'p.json',
    'main.tf.json',
  ]);
  assert.is(stdout.split('\n')[1], '   1 | {"resource":{"x_y":{"z":{"token":*********}}}}');
});
test.run();
