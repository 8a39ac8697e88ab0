import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, startFixture } from './support/engine-fixture.ts';

const Page = suite('docs/provider.md under the real engine');
const real = engine.found ? Page : skipWithReason(Page, engine.reason);

real('its first block is a configuration', async () => {
  const story = await startFixture();
  try {
    const [, block] = /```hcl\n([\s\S]*?)```/.exec(readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'provider.md'), 'utf8'))!;
    story.writeJson({});
    story.write(block!.slice(block!.indexOf('provider "slipway"')));
    assert.match(await story.run(['validate', '-no-color']), 'The configuration is valid');
  } finally {
    await story.close();
  }
});

real('another organization in the environment moves nothing that is there, and says so', async () => {
  const story = await startFixture();
  try {
    const hcl = 'resource "slipway_workspace" "w" { name = "web" }';
    await story.apply(hcl);
    const { id } = story.state('slipway_workspace.w');
    story.write(`provider "slipway" {\n  workspaces = { organization = "nope" }\n}\n${hcl}`);
    const text = oneLine(await story.run(['apply', '-auto-approve', '-no-color']));
    assert.match(text, 'This workspace stays in "acme"');
    assert.match(text, '0 added, 0 changed, 0 destroyed');
    assert.is(story.state('slipway_workspace.w')['id'], id);
  } finally {
    await story.close();
  }
});

real('a dialect in the environment that is none is refused by its name', async () => {
  const story = await startFixture({}, { SLIPWAY_WORKSPACES_DIALECT: 'weird' });
  try {
    assert.match(
      await story.applyFails('resource "slipway_workspace" "w" { name = "web" }'),
      'SLIPWAY_WORKSPACES_DIALECT is "weird"; expected "neutral" or "hosted".',
    );
  } finally {
    await story.close();
  }
});

Page.run();
