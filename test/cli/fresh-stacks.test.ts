// watchdog: 180 s
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { runSlipway, withoutDurations } from '../support/cli.ts';
import { root } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const Fresh = suite('an estate of two stacks of which nothing is deployed');
const real = engine.found ? Fresh : skipWithReason(Fresh, engine.reason);

const app = `import { Slipway, Workspace } from '@slipway/constructs';
import { App, TerraformStack } from 'cdktf';
const app = new App();
const [network, shop] = ['network', 'shop'].map((name) => {
  const stack = new TerraformStack(app, name);
  new Slipway(stack);
  return stack;
});
const first = new Workspace(network, 'first', { name: 'first', globalRemoteState: false });
const second = new Workspace(shop, 'second', { name: 'second' }).readStateOf(first);
if (process.env.MORE) second.variable('name', first.name);
app.synth();
`;
const first = (stack: string) =>
  `slipway: Stack shop reads outputs that ${stack} does not have yet: deploy ${stack} first, with \`slipway deploy ${stack}\`. ` +
  '`slipway deploy` without names deploys all stacks in order.\n';

real('a plan says which stack to deploy first, before any state and where an output is new', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  try {
    const folder = temporaryFolder({
      'main.ts': app,
      'package.json': '{ "type": "module" }',
      'cdktf.json': JSON.stringify({ language: 'typescript', app: 'npx tsx main.ts' }),
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const target = `Service: ${service.address}, organization acme, token of the environment\n`;
    const environment = {
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    };
    const run = (args: readonly string[], more: { readonly [name: string]: string } = {}) =>
      runSlipway(args, { folder, environment: { ...environment, ...more } });
    const fresh = withoutDurations(await run(['plan']));
    assert.is(fresh.code, 1);
    assert.match(fresh.stdout, 'Plan: 1 to add');
    assert.is(fresh.stderr, `${target}network  Planned in TIME\n${first('network')}`);
    const asJson = await run(['plan', 'shop', '--json']);
    assert.is(asJson.stderr, target + first('network'));
    const checked = await run(['plan', '--check']);
    assert.match(`${checked.stdout}${checked.stderr}`, 'Stack shop reads outputs that network does not have yet: deploy network first');
    assert.not.match(`${checked.stdout}${checked.stderr}`, 'Unable to find remote state');
    const alone = await run(['deploy', 'shop', '--auto-approve']);
    assert.is(alone.stderr, target + first('network'));
    const deployed = await run(['deploy', '--auto-approve']);
    assert.is(deployed.code, 0, deployed.stdout + deployed.stderr);
    const more = await run(['plan', 'shop'], { MORE: '1' });
    assert.is(more.stderr, target + first('network'));
    const whole = await run(['deploy', '--auto-approve'], { MORE: '1' });
    assert.is(whole.code, 0, whole.stdout + whole.stderr);
  } finally {
    await service.close();
  }
});
Fresh.run();
