// watchdog: 240 s
// process: own
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { installService, runThere } from './support/install-service.ts';

const test = suite('the package of the service, installed by npm');
let folder = '';
test.before(async () => {
  folder = await installService();
});

const readOrganization = `
  const service = await startService({ organization: 'acme' });
  const headers = { authorization: 'Bearer ' + service.token };
  const response = await fetch(service.address + '/api/v2/organizations/acme', { headers });
  console.log(response.status, (await response.json()).data.id);
  await service.stop();
`;
for (const [kind, file, text] of [
  ['CommonJS', 'one.cjs', `const { startService } = require('@slipway/service');\n(async () => {${readOrganization}})();\n`],
  ['an ES module', 'one.mjs', `import { startService } from '@slipway/service';\n${readOrganization}`],
] as const)
  test(`from ${kind} it starts, answers a request, stops, and lets the process end`, () => {
    assert.equal(runThere(folder, [file, text], [process.execPath, file]), { status: 0, printed: '200 acme\n' });
  });

test('what needs a thread finds its script: pipelines, policies, large states, large seeds', () => {
  const text = readFileSync(join(import.meta.dirname, 'support/service-threads.mjs'), 'utf8');
  const { status, printed } = runThere(folder, ['threads.mjs', text], [process.execPath, 'threads.mjs']);
  assert.is(status, 0, printed);
  const { seeded, ...others } = JSON.parse(printed);
  assert.is(seeded.workspaces, 500);
  assert.equal(others, {
    pipelines: [true, false],
    policies: [
      ['delete', 'errored'],
      ['create', 'post_plan_completed'],
    ],
    states: 1,
  });
});

test('an error that nobody catches is a few lines, not the code of the package', () => {
  const text = `require('@slipway/service').startService({ seed: { organizations: [{ name: 'acme', title: 'x' }] } });\n`;
  const { status, printed } = runThere(folder, ['seed.cjs', text], [process.execPath, 'seed.cjs']);
  assert.is(status, 1);
  assert.match(printed, 'seed: "organizations[0].title" is not a member');
  assert.ok(printed.length < 4000, printed);
});

test.run();
