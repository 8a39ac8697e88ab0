import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isInitialized, noteInitialized } from '../src/app/initialized-stack.ts';
import { runSlipway, withoutDurations } from '@slipway/test-support/cli';
import { executableScript, temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('a stack that is initialized already');

const engine = { name: 'terraform', path: '/usr/bin/terraform', version: '1.11.4' } as const;
const attached = { TF_REATTACH_PROVIDERS: '{"terraform.local/slipway/slipway":{"Pid":1}}', TF_PLUGIN_CACHE_DIR: '/cache' };
const stack = {
  terraform: { required_providers: { slipway: { source: 'terraform.local/slipway/slipway', version: '0.1.0' } } },
  resource: { slipway_project: { a: { name: 'a' } } },
};
const createStack = (configuration: object = stack): string =>
  temporaryFolder({
    'cdk.tf.json': JSON.stringify(configuration),
    '.terraform.lock.hcl': '# lock\n',
    '.terraform/terraform.tfstate': '{}',
  });
/** Initializes a folder, changes something, and returns whether it still counts as initialized. */
const holdsAfter = (
  change: (folder: string) => void,
  { configuration = stack as object, environment = attached as Record<string, string> } = {},
) => {
  const folder = createStack(configuration);
  assert.is(isInitialized({ folder, engine, environment }), false);
  noteInitialized({ folder, engine, environment });
  change(folder);
  return isInitialized({ folder, engine, environment });
};
const write = (configuration: object) => (folder: string) => writeFileSync(join(folder, 'cdk.tf.json'), JSON.stringify(configuration));

test('stays so while its resources change', () => {
  assert.is(
    holdsAfter(() => {}),
    true,
  );
  assert.is(holdsAfter(write({ ...stack, resource: { slipway_project: { b: { name: 'b' } } } })), true);
});

test('is so no more when what `init` looks at has changed', () => {
  const changes: readonly ((folder: string) => void)[] = [
    write({ ...stack, terraform: { required_providers: { slipway: { source: 'terraform.local/slipway/slipway', version: '0.2.0' } } } }),
    write({ ...stack, terraform: { ...stack.terraform, backend: { http: { address: 'http://127.0.0.1:1/' } } } }),
    write({ ...stack, resource: { random_pet: { a: {} } } }),
    write({ ...stack, module: { m: { source: './m' } } }),
    (folder) => writeFileSync(join(folder, 'more.tf'), ''),
    (folder) => writeFileSync(join(folder, '.terraform.lock.hcl'), '# another\n'),
    (folder) => rmSync(join(folder, '.terraform'), { recursive: true }),
    (folder) => mkdirSync(join(folder, '.terraform/providers/example.com'), { recursive: true }),
  ];
  assert.equal(
    changes.map((change) => holdsAfter(change)),
    changes.map(() => false),
  );
});

test('a provider whose link leads nowhere any more has to be installed again', () => {
  const folder = createStack();
  const cache = temporaryFolder();
  mkdirSync(join(folder, '.terraform/providers/example.com/a/b/1.0.0'), { recursive: true });
  symlinkSync(cache, join(folder, '.terraform/providers/example.com/a/b/1.0.0/linux_amd64'));
  noteInitialized({ folder, engine, environment: attached });
  assert.is(isInitialized({ folder, engine, environment: attached }), true);
  rmSync(cache, { recursive: true });
  assert.is(isInitialized({ folder, engine, environment: attached }), false);
});

test('another engine, other settings of the engine, and a provider that it starts itself need `init`', () => {
  const folder = createStack();
  noteInitialized({ folder, engine, environment: attached });
  assert.equal(
    [
      isInitialized({ folder, engine: { ...engine, version: '1.12.0' }, environment: attached }),
      isInitialized({ folder, engine, environment: { ...attached, TF_PLUGIN_CACHE_DIR: '/other' } }),
      isInitialized({ folder, engine, environment: { TF_PLUGIN_CACHE_DIR: '/cache' } }),
      isInitialized({
        folder,
        engine,
        environment: { ...attached, TF_VAR_size: '2', TF_HTTP_PASSWORD: 'changed', TF_REATTACH_PROVIDERS: '{}' },
      }),
    ],
    [false, false, false, true],
  );
});

test('where a service keeps workspaces and state, `init` asks it each time', () => {
  for (const kept of [{ cloud: { organization: 'acme' } }, { backend: { remote: {} } }, { backend: { s3: {} } }])
    assert.is(
      holdsAfter(() => {}, { configuration: { ...stack, terraform: kept } }),
      false,
    );
});

/** A synthesis, and a program that prints a version from a file, and logs its arguments to another one. */
const createDeployment = () => {
  const folder = temporaryFolder({
    'cdktf.json': '{ "language": "typescript", "app": "false" }',
    'cdktf.out/manifest.json': JSON.stringify({
      version: '0.21.0',
      stacks: {
        base: { name: 'base', synthesizedStackPath: 'stacks/base/cdk.tf.json', workingDirectory: 'stacks/base', dependencies: [] },
      },
    }),
    'cdktf.out/stacks/base/cdk.tf.json': JSON.stringify(stack),
    version: '1.11.4',
    commands: '',
  });
  const fake = executableScript(
    `cd '${folder}'; echo "$1" >> commands; [ "$1" = version ] && sleep 0.3 && echo "Terraform v$(cat version)"; ` +
      '[ "$1" = plan ] && echo "a plan"; exit 0',
  );
  const plan = async () => withoutDurations(await runSlipway(['plan', '--no-synth'], { folder, environment: { SLIPWAY_ENGINE: fake } }));
  const readCommands = (): readonly string[] => {
    const commands = readFileSync(join(folder, 'commands'), 'utf8').trim().split('\n');
    writeFileSync(join(folder, 'commands'), '');
    return commands;
  };
  return { folder, plan, readCommands };
};

test('slipway plan initializes once, and asks the engine once for its version', async () => {
  const { plan, readCommands } = createDeployment();
  const answers = [await plan(), readCommands(), await plan(), readCommands().toSorted()];
  assert.equal(answers, [
    { code: 0, stdout: 'a plan\n', stderr: 'Planned in TIME\n' },
    ['version', 'init', 'plan'],
    { code: 0, stdout: 'a plan\n', stderr: 'Planned in TIME\n' },
    ['plan', 'version'],
  ]);
});

test('slipway plan initializes and plans again when the engine says that it is another one; the first plan is not shown', async () => {
  const { folder, plan, readCommands } = createDeployment();
  await plan();
  readCommands();
  writeFileSync(join(folder, 'version'), '1.15.9');
  assert.equal(await plan(), { code: 0, stdout: 'a plan\n', stderr: 'Planned in TIME\n' });
  const [first, second, ...others] = readCommands();
  assert.equal(
    [[first, second].toSorted(), others],
    [
      ['plan', 'version'],
      ['init', 'plan'],
    ],
  );
});

test.run();
