import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startCiService } from '../support.ts';

const test = suite('compilation of a configuration with orbs');
const orbsFolder = mkdtempSync(join(tmpdir(), 'slipway-orbs-'));
test.after(() => rmSync(orbsFolder, { recursive: true }));

test('a service compiles with the orbs of its folder, and says where it looked for another one', async () => {
  mkdirSync(join(orbsFolder, 'acme'));
  writeFileSync(
    join(orbsFolder, 'acme/slack@4.12.1.yml'),
    'version: 2.1\ncommands: { notify: { parameters: { channel: { type: string } }, steps: [run: "post << parameters.channel >>"] } }\n',
  );
  const here = await startCiService({ settings: { orbsFolder } });
  const compile = (reference: string) =>
    here.ci('POST /compile-config-with-defaults', {
      config_yaml: `version: 2.1
orbs: { slack: ${reference} }
jobs: { build: { docker: [{ image: a }], steps: [slack/notify: { channel: ops }] } }
`,
    });
  const { body } = await compile('acme/slack@4');
  assert.equal([body.valid, body['output-yaml'].includes('command: post ops\n')], [true, true]);
  const missing = await compile('acme/slack@5');
  assert.equal(missing.body.errors, [
    {
      message:
        'line 2, column 9 (/orbs/slack): the orb "acme/slack@5" is not here, and the service fetches nothing: ' +
        `there is no file ${orbsFolder}/acme/slack@5.*.*.yml`,
    },
  ]);
  await here.close();
});

test.run();
