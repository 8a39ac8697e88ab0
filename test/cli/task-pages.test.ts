// watchdog: 240 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { openPageShell, pageBlocks } from './support/page-shell.ts';

const test = suite('the first blocks of the task pages, from an empty folder');
const withEngine = engine.found ? test : skipWithReason(test, engine.reason);

/** Saves the first block of a language, runs the first commands of a page; what each printed. */
const follow = async (page: string, count: number, file?: readonly [name: string, language: string]): Promise<readonly string[]> => {
  const shell = await openPageShell();
  try {
    if (file) shell.save(file[0], pageBlocks(page, file[1])[0]!.text);
    const printed: string[] = [];
    for (const { text } of pageBlocks(page, 'sh').slice(0, count)) printed.push(await shell.run(text));
    return printed;
  } finally {
    shell.close();
  }
};

test('docs/team-service.md: a token for the team, and a backup that is restored', async () => {
  const [, login, created, backup, restored] = await follow('docs/team-service.md', 5);
  assert.match(login!, 'Logged in to http://127.0.0.1:4000 as owner, organization slipway');
  assert.match(created!, /slipway-[\w-]{43}/);
  assert.match(backup!, 'team.backup');
  assert.match(restored!, 'restored');
});
test('docs/ci-service.md: a job that is executed, and its artifact', async () => {
  const [, started, ended, artifacts] = await follow('docs/ci-service.md', 4, ['seed.yaml', 'yaml']);
  assert.match(started!, /"number": ?1\b/);
  assert.match(ended!, /"status": ?"success"/);
  assert.match(artifacts!, /"path": ?"result\.txt"/);
});
withEngine('docs/hosted.md: an organization is managed in the hosted dialect', async () => {
  const [, , deployed] = await follow('docs/hosted.md', 3, ['main.tf', 'hcl']);
  assert.match(deployed!, 'Apply complete! Resources: 2 added');
});

test.run();
