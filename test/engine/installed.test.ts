import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../src/engine/address.ts';
import type { Engine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { mirrorFolder, packageRoot } from '../../src/engine/package-root.ts';
import { type RunningService, openService } from '../../service/src/start.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, token } from './support/engine-fixture.ts';
import { writeStandIns } from './support/stand-in.ts';

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
  service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  folder = mkdtempSync(join(tmpdir(), 'slipway-installed-'));
});
Installed.after.each(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = async (args: readonly string[], code = 0, mirror = mirrorFolder(), variables: NodeJS.ProcessEnv = {}): Promise<string> => {
  const ran = await runEngine(engine.found as Engine, args, {
    folder,
    mirror,
    environment: {
      ...process.env,
      ...variables,
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
      SLIPWAY_CI_ADDRESS: service.address,
      SLIPWAY_CI_TOKEN: token,
      SLIPWAY_CI_ORGANIZATION: 'gh/acme',
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

real("a wait for the limit of the service is in the engine's log, once", async () => {
  const limit = { fault: '429', path: '/api/v2/organizations/acme/varsets', times: 3, retryAfter: 3 };
  const body = JSON.stringify(limit);
  const planted = await fetch(`${service.address}/_local/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  assert.is(planted.status, 201, await planted.text());
  writeFileSync(join(folder, 'main.tf'), main(set));
  await run(['init', '-no-color']);
  const printed = await run(['apply', '-auto-approve', '-no-color'], 0, undefined, { TF_LOG_PROVIDER: 'warn' });
  const told = printed.split('\n').filter((line) => line.includes('[WARN]') && line.includes('rate limit'));
  assert.is(told.length, 1, printed);
  assert.match(told[0]!, /The rate limit of the workspace service at \S+ is reached: 1 request waits, the next one is sent in [34] s\./);
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

interface Move {
  /** Address of the other provider; its last part begins its type names. */
  readonly provider: string;
  readonly from: string;
  /** The block that is there before and after. */
  readonly block: string;
  /** The state of the other provider, of the object that our state has. */
  readonly state: (ours: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** Applies the block, makes its state one of the other provider, and plans the move. */
const planMove = async ({ provider, from, block, state: theirs }: Move): Promise<string> => {
  const mirror = writeStandIns(folder, [provider]);
  const to = /^resource "(\w+)" "(\w+)"/.exec(block)!.slice(1).join('.');
  writeFileSync(join(folder, 'main.tf'), main(block));
  await run(['init', '-no-color'], 0, mirror);
  await run(['apply', '-auto-approve', '-no-color'], 0, mirror);
  const file = join(folder, 'terraform.tfstate');
  const state = JSON.parse(readFileSync(file, 'utf8'));
  const [resource] = state.resources;
  const { attributes } = resource.instances[0];
  Object.assign(resource, { type: from, name: 'old', provider: `provider["${provider}"]` });
  resource.instances[0] = { schema_version: 0, attributes: theirs(attributes) };
  state.serial += 1;
  writeFileSync(file, JSON.stringify(state));
  writeFileSync(join(folder, 'main.tf'), main(`${block}moved {\n  from = ${from}.old\n  to   = ${to}\n}\n`));
  await run(['init', '-no-color'], 0, mirror);
  return run(['plan', '-no-color'], 0, mirror);
};

real("a `moved` block from the hosted service's provider takes the object over", async () => {
  const plan = await planMove({
    provider: 'terraform.local/hashicorp/tfe',
    from: 'tfe_variable_set',
    block: set,
    state: ({ id }) => ({ id, name: 'common', organization: 'acme', workspace_ids: [] }),
  });
  assert.match(plan, 'tfe_variable_set.old has moved to slipway_variable_set.s');
  assert.match(plan, '0 to add, 0 to change, 0 to destroy');
});

real("a `moved` block from the CI service's provider takes the object over", async () => {
  const plan = await planMove({
    provider: 'terraform.local/circleci-public/circleci',
    from: 'circleci_context',
    block: 'resource "slipway_ci_context" "build" {\n  name = "build"\n}\n',
    state: ({ id, organization }) => ({ id, name: 'build', organization_id: organization, created_at: '2026-11-23T12:00:00Z' }),
  });
  assert.match(plan, 'circleci_context.old has moved to slipway_ci_context.build');
  assert.match(plan, '0 to add, 0 to change, 0 to destroy');
});

Installed.run();
