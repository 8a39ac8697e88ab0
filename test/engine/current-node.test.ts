import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../src/engine/address.ts';
import type { Engine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { openService } from '../../service/src/start.ts';
import { currentNode, currentRelease } from '../support/current-node.ts';
import { skipWithReason } from '../support/skip.ts';
import { engine, token } from './support/engine-fixture.ts';

const Current = suite(`the plugin under Node ${currentRelease}`);
const node = engine.found ? currentNode() : { reason: engine.reason };
const real = node.path ? Current : skipWithReason(Current, node.reason);

real('is planned, applied, planned again and destroyed by the real engine', async () => {
  assert.is(spawnSync(node.path!, ['--version'], { encoding: 'utf8' }).stdout.trim(), `v${currentRelease}`);
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  const folder = mkdtempSync(join(tmpdir(), 'slipway-node-'));
  const run = async (args: readonly string[]): Promise<string> => {
    const ran = await runEngine(engine.found as Engine, args, {
      folder,
      environment: {
        ...process.env,
        SLIPWAY_NODE: node.path,
        SLIPWAY_WORKSPACES_ADDRESS: service.address,
        SLIPWAY_WORKSPACES_TOKEN: token,
        SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
      },
    });
    assert.is(ran.code, 0, ran.stdout + ran.stderr);
    return ran.stdout;
  };
  try {
    writeFileSync(
      join(folder, 'main.tf'),
      `terraform {
  required_providers {
    slipway = { source = "${providerAddress}" }
  }
}
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_workspace" "w" { name = "web" }
output "match" { value = provider::slipway::trigger_matches(["**/*.tf"], "a/b.tf") }
`,
    );
    await run(['init', '-no-color']);
    assert.match(await run(['apply', '-auto-approve', '-no-color']), '2 added, 0 changed, 0 destroyed');
    assert.match(await run(['plan', '-no-color']), 'No changes.');
    assert.match(await run(['destroy', '-auto-approve', '-no-color']), '2 destroyed');
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

Current.run();
