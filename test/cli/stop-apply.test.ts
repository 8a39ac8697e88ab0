import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { runSlipway, startSlipway } from '../support/cli.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
// watchdog: 180 s

const suiteOf = suite('an apply of slipway that is stopped');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
let service: RunningService;

const api = async (method: string, path: string, body?: object): Promise<any> => {
  const response = await fetch(`${service.address}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': path.startsWith('/_') ? 'application/json' : 'application/vnd.api+json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};
const workspace = (name: string) => ({ data: { type: 'workspaces', attributes: { name } } });

suiteOf.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  await api('POST', '/api/v2/organizations/acme/workspaces', workspace('state'));
});
suiteOf.after(() => service?.close());

const configuration = (): string => {
  const state = `${service.address}/api/v2/organizations/acme/workspaces/state/state`;
  return `terraform {
  required_providers {
    slipway = { source = "terraform.local/slipway/slipway" }
  }
  backend "http" {
    address        = "${state}"
    lock_address   = "${state}"
    unlock_address = "${state}"
  }
}
resource "slipway_project" "p" {
  count = 30
  name  = "p-\${count.index}"
}
`;
};

const environmentOf = () => ({
  SLIPWAY_WORKSPACES_ADDRESS: service.address,
  SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  SLIPWAY_WORKSPACES_TOKEN: token,
});
/** Every creation of a project, and of nothing else, takes this long. */
const slowDown = (milliseconds: number) =>
  api('POST', '/_local/faults', {
    fault: 'slow',
    method: 'POST',
    path: '/api/v2/organizations/acme/projects',
    times: 'always',
    milliseconds,
  });
const isLocked = async (): Promise<boolean> =>
  (await api('GET', '/api/v2/organizations/acme/workspaces/state')).data.attributes.locked as boolean;

test('by SIGTERM to slipway alone: what is in flight is finished, the state has it, and its lock is gone', async () => {
  const folder = temporaryFolder({ 'main.tf': configuration() });
  await slowDown(500);
  const running = startSlipway(['deploy', '--auto-approve', '--parallelism', '5'], { folder, environment: environmentOf() });
  await running.printed(/Creation complete/);
  assert.is(await isLocked(), true);
  await delay(200);
  assert.is(await running.stop('SIGTERM'), 143);
  await api('DELETE', '/_local/faults');
  assert.is(await isLocked(), false);
  const projects = (await api('GET', '/api/v2/organizations/acme/projects?page[size]=100')).data as readonly any[];
  const created = projects.map(({ id }) => id as string).filter((_, at) => projects[at].attributes.name !== 'Default Project');
  assert.ok(created.length >= 5 && created.length < 30, `${created.length} of 30`);
  const state = await api('GET', '/api/v2/organizations/acme/workspaces/state/state');
  const instances = (state.resources as readonly any[]).flatMap((one) => one.instances as readonly any[]);
  assert.equal(instances.map(({ attributes }) => attributes.id as string).sort(), created.sort());
  const { stdout, stderr } = running.output;
  assert.match(stdout, new RegExp(`^Not finished: ${created.length} projects created; 0 destroyed in [\\d.]+ s$`, 'm'));
  assert.is(
    stderr.slice(stderr.indexOf('\nInterrupted.')),
    '\nInterrupted. Waiting until what is in progress is finished and the state is saved; a second Ctrl-C ends it at once.\n' +
      `slipway: Interrupted during the apply of stack ${basename(folder)}: ${created.length} of 30 changes done. ` +
      'The state is saved and not locked. Run the command again to go on.\n',
  );
});

test('by Ctrl-C during its plan: one line, and no error for each resource that was not read', async () => {
  const folder = temporaryFolder({ 'main.tf': configuration() });
  const deployed = await runSlipway(['deploy', '--auto-approve'], { folder, environment: environmentOf() });
  assert.is(deployed.code, 0, deployed.stderr);
  await api('POST', '/_local/faults', { fault: 'slow', path: '/api/v2/projects/*', times: 'always', milliseconds: 1500 });
  const running = startSlipway(['deploy', '--auto-approve', '--parallelism', '2'], { folder, environment: environmentOf() });
  await running.printed(/Refreshing state/);
  assert.is(await running.stop('SIGINT'), 130);
  await api('DELETE', '/_local/faults');
  assert.is(
    running.output.stderr,
    `Service: ${service.address}, organization acme, token of the environment\n` +
      `slipway: Interrupted during the plan of stack ${basename(folder)}. Nothing was changed. Run the command again to go on.\n`,
  );
  assert.is(await isLocked(), false);
});
test('by two Ctrl-C: it ends at once, with what has no result and what to do about it', async () => {
  const folder = temporaryFolder({ 'main.tf': configuration() });
  const destroyed = await runSlipway(['destroy', '--auto-approve'], { folder, environment: environmentOf() });
  assert.is(destroyed.code, 0, destroyed.stderr);
  await slowDown(15_000);
  const running = startSlipway(['deploy', '--auto-approve', '--parallelism', '2'], { folder, environment: environmentOf() });
  await running.printed(/Creating\.\.\.[^]*Creating\.\.\./);
  running.send('SIGINT');
  await running.printed(/a second Ctrl-C ends it at once/);
  // Two signals within a second count as one.
  await delay(1100);
  assert.is(await running.stop('SIGINT'), 130);
  await api('DELETE', '/_local/faults');
  const { stderr } = running.output;
  assert.not.match(stderr, 'execution halted');
  assert.match(
    stderr.slice(stderr.lastIndexOf('slipway: ')),
    new RegExp(
      `^slipway: Interrupted during the apply of stack ${basename(folder)}: 0 of 30 changes done` +
        // The engine may still have reported that one of them failed.
        '(?:, and slipway_project\\.p\\[\\d+\\](?:, slipway_project\\.p\\[\\d+\\])? begun without a result)?\\. ' +
        '\\w+ was ended at once: ' +
        `the state can lack what was begun, and can be locked\\. Run \`slipway plan ${basename(folder)}\` to compare; ` +
        'if it says that the state is locked, run `\\w+ force-unlock` with the ID that it names\\.\\n$',
    ),
  );
});

suiteOf.run();
