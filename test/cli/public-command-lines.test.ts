// watchdog: 240 s
/** The command lines of CDKTF with our constructs: what they read of a stack, and the programs themselves where they are installed. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mirrorFolder, packageRoot } from '../../src/engine/package-root.ts';
import { startService } from '../../src/service/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { currentNode } from '../support/current-node.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('the command lines of CDKTF');

const app = (library: string, constructs: string): string => `const { App, TerraformStack } = require('${library}');
const { Project, Slipway } = require('${constructs}');
const app = new App();
const stack = new TerraformStack(app, 'platform');
new Slipway(stack);
new Project(stack, 'payments', { name: 'payments' }).workspace('web');
app.synth();
`;
const createApp = (library: string, constructs: string): string => {
  const folder = temporaryFolder({
    'app.cjs': app(library, constructs),
    'cdktf.json': '{ "language": "typescript", "app": "node app.cjs", "projectId": "p", "sendCrashReports": "false" }',
    'cli.tfrc': `provider_installation {\n  filesystem_mirror {\n    path = "${mirrorFolder()}"\n  }\n}\n`,
  });
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
};
const libraries = [
  ['cdktf', '@slipway/constructs', 'SLIPWAY_CDKTF'],
  ['cdktn', '@slipway/constructs/cdktn', 'SLIPWAY_CDKTN'],
] as const;

/** Not on this process's thread, which has the service. */
const run = (folder: string, program: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${args.join(' ')} ended with ${code}:\n${text}`));
    });
  });

for (const [library, constructs, variable] of libraries) {
  test(`${library} finds a provider with its version, one stack and where it is`, () => {
    const folder = createApp(library, constructs);
    const { status, stderr } = spawnSync(process.execPath, ['app.cjs'], { cwd: folder, encoding: 'utf8' });
    assert.is(status, 0, stderr);
    const stack = JSON.parse(readFileSync(join(folder, 'cdktf.out/stacks/platform/cdk.tf.json'), 'utf8'));
    assert.equal(stack.terraform.required_providers, { slipway: { source: 'terraform.local/slipway/slipway', version: '~> 0.1.0' } });
    assert.equal([stack['//'].metadata.stackName, stack['//'].metadata.backend], ['platform', 'local']);
    const { stacks } = JSON.parse(readFileSync(join(folder, 'cdktf.out/manifest.json'), 'utf8'));
    assert.equal(stacks, {
      platform: {
        annotations: [],
        constructPath: 'platform',
        dependencies: [],
        name: 'platform',
        stackMetadataPath: 'stacks/platform/metadata.json',
        synthesizedStackPath: 'stacks/platform/cdk.tf.json',
        workingDirectory: 'stacks/platform',
      },
    });
  });

  const { [variable]: program } = process.env;
  const node = currentNode();
  const absent = !program
    ? `${variable} does not name the program ${library}`
    : engine.found
      ? node.path
        ? ''
        : node.reason
      : engine.reason;
  const real = absent === '' ? test : skipWithReason(test, absent);
  real(`${library} plans, deploys and destroys a stack that was initialized once`, async () => {
    const service = await startService({ store: 'memory', organization: 'acme', token, test: true });
    try {
      const folder = createApp(library, constructs);
      const environment = {
        ...process.env,
        // cdktn 0.24 needs a newer Node than cdktf 0.21 has native parts for.
        PATH: [...(library === 'cdktn' ? [dirname(node.path!)] : []), dirname(engine.found!.path), process.env['PATH']].join(delimiter),
        TERRAFORM_BINARY_NAME: engine.found!.path,
        TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
        SLIPWAY_WORKSPACES_ADDRESS: service.address,
        SLIPWAY_WORKSPACES_TOKEN: token,
        SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
        CHECKPOINT_DISABLE: '1',
        DISABLE_VERSION_CHECK: '1',
        CI: '1',
      };
      await run(folder, program!, ['synth'], environment);
      await run(join(folder, 'cdktf.out/stacks/platform'), engine.found!.path, ['init', '-input=false'], environment);
      assert.match(await run(folder, program!, ['diff'], environment), '2 to add, 0 to change, 0 to destroy.');
      assert.match(await run(folder, program!, ['deploy', '--auto-approve'], environment), 'Apply complete! Resources: 2 added');
      assert.match(await run(folder, program!, ['destroy', '--auto-approve'], environment), 'Destroy complete! Resources: 2 destroyed.');
    } finally {
      await service.close();
    }
  });
}

test.run();
