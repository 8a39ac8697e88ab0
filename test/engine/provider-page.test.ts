import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, startFixture } from './support/engine-fixture.ts';

const Page = suite('docs/provider.md under the real engine');
const real = engine.found ? Page : skipWithReason(Page, engine.reason);

real('its first block is a configuration', async () => {
  const fixture = await startFixture();
  try {
    const [, block] = /```terraform\n([\s\S]*?)```/.exec(
      readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'provider.md'), 'utf8'),
    )!;
    fixture.writeJson({});
    fixture.write(block!.slice(block!.indexOf('provider "slipway"')));
    assert.match(await fixture.run(['validate', '-no-color']), 'The configuration is valid');
  } finally {
    await fixture.close();
  }
});

real('another organization in the environment moves nothing that is there, and says so', async () => {
  const fixture = await startFixture();
  try {
    const hcl = 'resource "slipway_workspace" "w" { name = "web" }';
    await fixture.apply(hcl);
    const { id } = fixture.state('slipway_workspace.w');
    fixture.write(`provider "slipway" {\n  workspaces = { organization = "nope" }\n}\n${hcl}`);
    const text = oneLine(await fixture.run(['apply', '-auto-approve', '-no-color']));
    assert.match(text, 'This workspace stays in "acme"');
    assert.match(text, '0 added, 0 changed, 0 destroyed');
    assert.is(fixture.state('slipway_workspace.w')['id'], id);
  } finally {
    await fixture.close();
  }
});

real('a dialect in the environment that is none is refused by its name', async () => {
  const fixture = await startFixture({}, { SLIPWAY_WORKSPACES_DIALECT: 'weird' });
  try {
    assert.match(
      await fixture.applyFails('resource "slipway_workspace" "w" { name = "web" }'),
      'SLIPWAY_WORKSPACES_DIALECT is "weird"; expected "neutral" or "hosted".',
    );
  } finally {
    await fixture.close();
  }
});

Page.run();
