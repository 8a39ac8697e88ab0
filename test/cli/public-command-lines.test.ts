// watchdog: 240 s
/** The command lines of CDKTF with our constructs: what they read of a stack, and the programs themselves where they are installed. */
import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/engine/package-root.ts';
import { openService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { currentNode } from '../support/current-node.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cliConfiguration, programEnvironment, runProgramAside as run } from './support/cdktf-program.ts';

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
    ...cliConfiguration(),
  });
  symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
};
const libraries = [
  ['cdktf', '@slipway/constructs', 'SLIPWAY_CDKTF'],
  ['cdktn', '@slipway/constructs/cdktn', 'SLIPWAY_CDKTN'],
] as const;

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
    const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
    try {
      const folder = createApp(library, constructs);
      const environment = programEnvironment(folder, service.address);
      // cdktn 0.24 needs a newer Node than cdktf 0.21 has native parts for.
      const nodes = library === 'cdktn' ? [dirname(node.path!)] : [];
      environment['PATH'] = [...nodes, dirname(engine.found!.path), process.env['PATH']].join(delimiter);
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
