// watchdog: 120 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { openPageShell, pageBlocks } from './support/page-shell.ts';

const suiteOf = suite('docs/start.md');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

test('its five commands work as they stand, one after the other', async () => {
  const blocks = pageBlocks('docs/start.md', 'sh');
  assert.is(blocks.length, 5);
  const shell = await openPageShell();
  try {
    const printed: string[] = [];
    for (const { text } of blocks) printed.push(await shell.run(text));
    assert.match(printed[2]!, 'Logged in to http://127.0.0.1:4000 as owner, organization slipway');
    assert.match(printed[3]!, 'Apply complete! Resources: 3 added');
    assert.match(printed[4]!, 'No changes.');
  } finally {
    shell.close();
  }
});
suiteOf.run();
