import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../src/engine/address.ts';
import type { Engine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { mirrorFolder, packageRoot } from '../../src/engine/package-root.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, token } from './support/engine-fixture.ts';

/** The plugin as people install it: its own process, mutual TLS, from a mirror or a folder of plugins. */
const Installed = suite('the installed plugin under the real engine');
const real = engine.found ? Installed : skipWithReason(Installed, engine.reason);
let service: RunningService, folder: string;

const main = (more: string) => `terraform {
  required_providers {
    slipway = { source = "${providerAddress}" }
  }
}
${more}`;
const set = 'resource "slipway_variable_set" "s" {\n  name = "common"\n}\n';

Installed.before.each(async () => {
  service = await startService({ store: 'memory', organization: 'acme', token, test: true });
  folder = mkdtempSync(join(tmpdir(), 'slipway-installed-'));
});
Installed.after.each(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (args: readonly string[], code = 0, mirror = mirrorFolder()): Promise<string> => {
  const ran = await runEngine(engine.found as Engine, args, {
    folder,
    mirror,
    environment: {
      ...process.env,
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    },
  });
  if (ran.code !== code) throw new Error(`${args.join(' ')} ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
  return ran.stdout + ran.stderr;
};

real('from a filesystem mirror: init, validate, plan, apply, a second plan, destroy', async () => {
  assert.ok(existsSync(mirrorFolder()), 'dist/mirror is there: run `npm run build`');
  writeFileSync(join(folder, 'main.tf'), main(set));
  await run(['init', '-no-color']);
  assert.match(await run(['validate', '-no-color']), 'The configuration is valid');
  assert.match(await run(['plan', '-no-color']), '1 to add, 0 to change, 0 to destroy');
  assert.match(await run(['apply', '-auto-approve', '-no-color']), '1 added, 0 changed, 0 destroyed');
  assert.match(await run(['plan', '-no-color']), 'No changes.');
  assert.match(await run(['destroy', '-auto-approve', '-no-color']), '1 destroyed');
});

real('from -plugin-dir', async () => {
  writeFileSync(join(folder, 'main.tf'), main(set));
  await run(['init', '-no-color', `-plugin-dir=${join(packageRoot(), 'dist', 'mirror')}`]);
  assert.match(await run(['plan', '-no-color']), '1 to add, 0 to change, 0 to destroy');
});

real('an import block writes the configuration that the next plan finds nothing to change in', async () => {
  const made = await fetch(`${service.address}/api/v2/organizations/acme/workspaces`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'web', description: 'the shop', 'auto-apply': true } } }),
  });
  assert.is(made.status, 201);
  writeFileSync(join(folder, 'main.tf'), main('import {\n  to = slipway_workspace.web\n  id = "acme/web"\n}\n'));
  await run(['init', '-no-color']);
  await run(['plan', '-no-color', '-generate-config-out=generated.tf']);
  const written = readFileSync(join(folder, 'generated.tf'), 'utf8');
  assert.match(written, /resource "slipway_workspace" "web" \{/);
  assert.match(written, /description += "the shop"/);
  assert.match(await run(['apply', '-auto-approve', '-no-color']), '1 imported, 0 added, 0 changed, 0 destroyed');
  assert.match(await run(['plan', '-no-color']), 'No changes.');
});

real("a `moved` block from the hosted service's provider takes the object over", async () => {
  // The engine asks for the provider that the state names, and asks it nothing: ours stands in under that name.
  const mirror = join(folder, 'mirror'),
    stranger = 'terraform.local/hashicorp/tfe';
  cpSync(mirrorFolder(), mirror, { recursive: true });
  const ours = join(mirror, ...providerAddress.split('/')),
    theirs = join(mirror, ...stranger.split('/'));
  cpSync(ours, theirs, { recursive: true });
  for (const version of readdirSync(theirs))
    for (const platform of readdirSync(join(theirs, version))) {
      const at = join(theirs, version, platform);
      for (const name of readdirSync(at).filter((one) => one.startsWith('terraform-provider-slipway_')))
        renameSync(join(at, name), join(at, name.replace('-slipway_', '-tfe_')));
    }
  writeFileSync(join(folder, 'main.tf'), main(set));
  await run(['init', '-no-color'], 0, mirror);
  await run(['apply', '-auto-approve', '-no-color'], 0, mirror);
  const state = JSON.parse(readFileSync(join(folder, 'terraform.tfstate'), 'utf8'));
  const { id } = state.resources[0].instances[0].attributes;
  Object.assign(state.resources[0], { type: 'tfe_variable_set', name: 'old', provider: `provider["${stranger}"]` });
  state.resources[0].instances[0] = { schema_version: 0, attributes: { id, name: 'common', organization: 'acme', workspace_ids: [] } };
  state.serial += 1;
  writeFileSync(join(folder, 'terraform.tfstate'), JSON.stringify(state));
  writeFileSync(join(folder, 'main.tf'), main(`${set}moved {\n  from = tfe_variable_set.old\n  to   = slipway_variable_set.s\n}\n`));
  await run(['init', '-no-color'], 0, mirror);
  const plan = await run(['plan', '-no-color'], 0, mirror);
  assert.match(plan, 'tfe_variable_set.old has moved to slipway_variable_set.s');
  assert.match(plan, '0 to add, 0 to change, 0 to destroy');
});

Installed.run();
