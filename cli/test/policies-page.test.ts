/** The commands of docs/policies.md, with the files that the page shows. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('docs/policies.md');
const page = readFileSync(resolve(import.meta.dirname, '../../docs/policies.md'), 'utf8');

test('its files are tested, checked and asked by its commands', async () => {
  const folder = temporaryFolder();
  for (const [, name, text] of page.matchAll(/`([\w/]+\.(?:rego|json))`:\n\n```(?:rego|json)\n([^]*?)```/g)) {
    mkdirSync(dirname(join(folder, name!)), { recursive: true });
    writeFileSync(join(folder, name!), text!);
  }
  const results: { readonly code: number | null; readonly stdout: string }[] = [];
  for (const [, command] of page.matchAll(/```sh\nslipway (.*)\n```/g)) {
    const { code, stdout, stderr } = await runSlipway(command!.split(' '), { folder });
    assert.is(stderr, '');
    results.push({ code, stdout });
  }
  assert.equal(
    results.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.match(results[1]!.stdout, /2 passed/);
  assert.equal(JSON.parse(results[2]!.stdout), ['cimg/node:latest is not pinned']);
});

test.run();
