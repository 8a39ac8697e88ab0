import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway lint');
/** Pointer, rule and message of every finding in a configuration. */
async function found(configuration: object): Promise<readonly (readonly string[])[]> {
  const { stdout, stderr } = await runSlipway(['lint', '--format', 'json', 'cdk.tf.json'], {
    folder: temporaryFolder({ 'cdk.tf.json': JSON.stringify(configuration) }),
  });
  assert.is(stderr, '');
  return (JSON.parse(stdout) as { pointer: string; rule: string; message: string }[]).map(({ pointer, rule, message }) => [
    pointer,
    rule,
    message,
  ]);
}
const workspace = (members: object) => ({ resource: { slipway_workspace: { w: { name: 'w', ...members } } } });
const operations = [
  '/resource/slipway_workspace/w/operations',
  'deprecated',
  'Use `execution_mode`: "remote" for true, "local" for false.',
];

test('a deprecated field of our own provider is found, with the words of the plan', async () => {
  const folder = temporaryFolder({
    'cdktf.out/stacks/a/cdk.tf.json': JSON.stringify(workspace({ operations: true, '//': { metadata: { path: 'a/w' } } }), null, 2),
  });
  assert.equal(await runSlipway(['lint', 'cdktf.out'], { folder }), {
    code: 0,
    stderr: '',
    stdout: `cdktf.out/stacks/a/cdk.tf.json:6:9: warning: deprecated: Use \`execution_mode\`: "remote" for true, "local" for false.
   6 |         "operations": true,
     |         ^^^^^^^^^^^^

Found 1 warning in 1 file.
`,
  });
});
test('a value that is not known yet is no reason to be silent, or to complain', async () => {
  assert.equal(await found(workspace({ operations: '${var.operations}' })), [operations]);
  assert.equal(await found(workspace({ auto_apply: '${var.yes}', description: 'for ${var.team}' })), []);
});
test('null is the same as nothing', async () => {
  assert.equal(await found(workspace({ operations: null })), []);
});
test('what Terraform itself reads is no fault', async () => {
  assert.equal(
    await found(
      workspace({
        count: 2,
        depends_on: ['slipway_project.p'],
        lifecycle: { prevent_destroy: true },
        provider: 'slipway.eu',
        provisioner: [],
        connection: {},
      }),
    ),
    [],
  );
});
test('what is missing or wrong is reported', async () => {
  assert.equal(
    (await found({ resource: { slipway_workspace: { w: { nam: 'w' } } } })).map(([pointer, rule]) => [pointer, rule]),
    [
      ['/resource/slipway_workspace/w', 'invalid'],
      ['/resource/slipway_workspace/w/nam', 'invalid'],
    ],
  );
});
test('data sources, actions and the provider are known', async () => {
  assert.equal(
    (
      await found({
        provider: { slipway: [{ workspaces: { dialect: 'loud' } }, { alias: 'b', ci: {} }] },
        data: { slipway_workspace: { d: { nope: 1 } } },
        action: { slipway_workspace_lock: { l: { config: { workspace_id: 1 } } } },
      })
    ).map(([pointer]) => pointer),
    [
      '/provider/slipway/0/workspaces/dialect',
      '/data/slipway_workspace/d',
      '/data/slipway_workspace/d/nope',
      '/action/slipway_workspace_lock/l/config/workspace_id',
    ],
  );
});
test('another provider of our name is not ours', async () => {
  assert.equal(
    await found({
      terraform: { required_providers: { slipway: { source: 'example.com/other/slipway' } } },
      ...workspace({ operations: true }),
    }),
    [],
  );
  assert.equal(
    await found({
      terraform: { required_providers: { slipway: { source: 'terraform.local/slipway/slipway' } } },
      ...workspace({ operations: true }),
    }),
    [operations],
  );
});
test('blocks of other providers are counted as unknown, or have the schemas that are given', async () => {
  const files = {
    'cdk.tf.json': JSON.stringify({ resource: { cloud_server: { s: { old: 'x' } }, ...workspace({ operations: true }).resource } }),
    'p.json': JSON.stringify({
      provider_schemas: {
        'example.com/acme/cloud': {
          resource_schemas: { cloud_server: { block: { attributes: { old: { type: 'string', optional: true, deprecated: true } } } } },
        },
      },
    }),
  };
  const folder = temporaryFolder(files);
  const messages = async (...args: string[]) =>
    (JSON.parse((await runSlipway(['lint', '--format', 'json', ...args, 'cdk.tf.json'], { folder })).stdout) as { message: string }[]).map(
      ({ message }) => message,
    );
  assert.equal(await messages(), [operations[2]]);
  assert.equal(await messages('--provider-schemas', 'p.json'), ['`old` is deprecated.', operations[2]]);
});
test('what it complains of begins with slipway', async () => {
  assert.equal(await runSlipway(['lint', '--schema', 'none.json'], { folder: temporaryFolder() }), {
    code: 2,
    stdout: '',
    stderr: 'slipway: --schema none.json: there is no such file\n',
  });
  assert.equal(await runSlipway(['lint', '--shema'], { folder: temporaryFolder() }), {
    code: 2,
    stdout: '',
    stderr: "slipway: unknown option '--shema'\n(Did you mean --schema?)\n",
  });
});
test('a schema that slipway prints is one for its linter', async () => {
  const { stdout: schema } = await runSlipway(['schema', 'workspace']);
  const folder = temporaryFolder({ 'schema.json': schema, 'w.yaml': 'name: w\noperations: false\n' });
  const { code, stdout } = await runSlipway(['lint', '--schema', join(folder, 'schema.json'), '--format', 'json', 'w.yaml'], { folder });
  assert.equal(
    [code, (JSON.parse(stdout) as { line: number; message: string }[]).map(({ line: client, message }) => [client, message])],
    [0, [[2, operations[2]]]],
  );
});
test.run();
