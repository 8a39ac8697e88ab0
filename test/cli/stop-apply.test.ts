import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { startSlipway } from '../support/cli.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
// watchdog: 120 s

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

test('by SIGTERM to slipway alone: what is in flight is finished, the state has it, and its lock is gone', async () => {
  const folder = temporaryFolder({ 'main.tf': configuration() });
  const environment = {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    SLIPWAY_WORKSPACES_TOKEN: token,
  };
  await api('POST', '/_local/faults', { fault: 'slow', path: '/api/v2/organizations/acme/projects', times: 'always', milliseconds: 500 });
  const running = startSlipway(['deploy', '--auto-approve', '--parallelism', '5'], { folder, environment });
  await running.printed(/Creation complete/);
  assert.is((await api('GET', '/api/v2/organizations/acme/workspaces/state')).data.attributes.locked, true);
  await delay(200);
  assert.is(await running.stop('SIGTERM'), 1);
  await api('DELETE', '/_local/faults');
  assert.is((await api('GET', '/api/v2/organizations/acme/workspaces/state')).data.attributes.locked, false);
  const projects = (await api('GET', '/api/v2/organizations/acme/projects?page[size]=100')).data as readonly any[];
  const created = projects.map(({ id }) => id as string).filter((_, at) => projects[at].attributes.name !== 'Default Project');
  assert.ok(created.length >= 5 && created.length < 30, `${created.length} of 30`);
  const state = await api('GET', '/api/v2/organizations/acme/workspaces/state/state');
  const instances = (state.resources as readonly any[]).flatMap((one) => one.instances as readonly any[]);
  assert.equal(instances.map(({ attributes }) => attributes.id as string).sort(), created.sort());
});
suiteOf.run();
