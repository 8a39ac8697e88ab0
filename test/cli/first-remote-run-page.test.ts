// watchdog: 120 s
import { basename } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { openPageShell, pageBlocks } from './support/page-shell.ts';

const suiteOf = suite('docs/first-remote-run.md');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

test('its configuration and its four commands end with an apply on the service', async () => {
  const [configuration] = pageBlocks('docs/first-remote-run.md', 'hcl');
  const commands = pageBlocks('docs/first-remote-run.md', 'sh').map(({ text }) => text);
  assert.is(commands.length, 4);
  const shell = await openPageShell();
  try {
    shell.save('main.tf', configuration!.text);
    const engineName = basename(engine.found!.path);
    const printed: string[] = [];
    for (const command of commands)
      printed.push(await shell.run(engineName === 'tofu' ? command.replaceAll('terraform ', 'tofu ') : command));
    assert.match(printed[1]!, /\nTerraform and OpenTofu find the service with TF_CLI_CONFIG_FILE=\S+\/slipway\/terraform\.tfrc\.\n$/);
    assert.match(printed[2]!, 'has been successfully initialized!');
    assert.match(printed[3]!, /^Terraform v[\d.]+, isolation: /m);
    assert.match(printed[3]!, 'Apply complete! Resources: 1 added, 0 changed, 0 destroyed.');
    assert.match(printed[3]!, 'greeting = "hello"');
  } finally {
    shell.close();
  }
});
suiteOf.run();
