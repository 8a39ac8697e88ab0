import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService } from '@slipway/service/start';
import { runSlipway } from '@slipway/test-support/cli';
import { skipWithReason } from '@slipway/test-support/skip';
import { executableScript, temporaryFolder } from '@slipway/test-support/temporary-folder';
import { findOpener } from '../src/pages/open-browser.ts';
import { organizationPage, pipelinePage, runPage, workspacePage } from '../src/pages/page-address.ts';

const test = suite('slipway open');
const token = 'first-token-0123456789';
const XDG_CONFIG_HOME = temporaryFolder({});
const onLinux = process.platform === 'linux' ? test : skipWithReason(test, 'xdg-open is the program of Linux');
let service: RunningService;
const environmentOf = (address = service.address) => ({
  XDG_CONFIG_HOME,
  SLIPWAY_WORKSPACES_ADDRESS: address,
  SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  SLIPWAY_WORKSPACES_TOKEN: token,
  SLIPWAY_CI_ADDRESS: address,
  SLIPWAY_CI_TOKEN: token,
  DISPLAY: undefined,
  WAYLAND_DISPLAY: undefined,
});
const post = async (path: string, data: object): Promise<string> => {
  const response = await fetch(`${service.address}/api/v2${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data }),
  });
  assert.is(response.status, 201);
  return ((await response.json()) as { data: { id: string } }).data.id;
};
/** The status of a page for a browser, which sends the token as a password. */
const visit = async (address: string): Promise<readonly [number, string | null]> => {
  const authorization = `Basic ${Buffer.from(`any:${token}`).toString('base64')}`;
  const response = await fetch(address, { headers: { authorization } });
  await response.body?.cancel();
  return [response.status, response.headers.get('content-type')];
};
const html = [200, 'text/html; charset=utf-8'] as const;

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token });
});
test.after(() => service.close());

test('each address that is printed for the embedded service leads to a page', async () => {
  const workspace = await post('/organizations/acme/workspaces', {
    type: 'workspaces',
    attributes: { name: 'web', 'execution-mode': 'remote' },
  });
  const related = { workspace: { data: { type: 'workspaces', id: workspace } } };
  const version = await post(`/workspaces/${workspace}/configuration-versions`, { type: 'configuration-versions', attributes: {} });
  const configuration = { 'configuration-version': { data: { type: 'configuration-versions', id: version } } };
  const run = await post('/runs', { type: 'runs', attributes: {}, relationships: { ...related, ...configuration } });
  for (const [args, expected] of [
    [['workspace', 'web'], `${service.address}/app/acme/workspaces/web`],
    [['workspace', workspace], `${service.address}/app/acme/workspaces/web`],
    [['run', run], `${service.address}/app/acme/workspaces/web/runs/${run}`],
    [[], `${service.address}/_local/`],
  ] as const) {
    const { code, stdout, stderr } = await runSlipway(['open', ...args, '--print'], { environment: environmentOf() });
    assert.equal([code, stdout], [0, `${expected}\n`], stderr);
    assert.equal(await visit(expected), html);
  }
});
test('where the embedded service has no page, the command says so', async () => {
  const { code, stdout, stderr } = await runSlipway(['open', 'pipeline', 'gh/acme/web'], { environment: environmentOf() });
  assert.equal(
    [code, stdout, stderr.split('\n')[1]],
    [
      1,
      '',
      `slipway: ${service.address} has no page for pipelines yet. ` +
        `GET ${service.address}/api/v2/project/gh/acme/web/pipeline returns the same as JSON.`,
    ],
  );
});
test('without a display it prints the address, and what the browser asks for', async () => {
  const { code, stdout, stderr } = await runSlipway(['open', 'workspace', 'web'], { environment: environmentOf() });
  assert.equal(
    [code, stdout, stderr],
    [
      0,
      `${service.address}/app/acme/workspaces/web\n`,
      `Service: ${service.address}, organization acme, token of the environment\n` +
        'There is no display to open it on.\n' +
        'The browser asks for a name and a password: any name, and an API token as the password.\n',
    ],
  );
});
onLinux('with a display the browser gets the address', async () => {
  const folder = temporaryFolder({});
  const opener = executableScript(`echo "$1" > '${folder}/part' && mv '${folder}/part' '${folder}/opened'`);
  const bin = temporaryFolder({ 'xdg-open': readFileSync(opener, 'utf8') });
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const environment = { ...environmentOf(), DISPLAY: ':0', PATH: `${bin}:${process.env['PATH']}` };
  assert.is((await runSlipway(['open', 'workspace', 'web'], { environment })).code, 0);
  for (let tries = 0; tries < 200 && !existsSync(join(folder, 'opened')); tries++) await delay(50);
  assert.is(readFileSync(join(folder, 'opened'), 'utf8'), `${service.address}/app/acme/workspaces/web\n`);
});
test('each platform has its program, and a machine without a display none', () => {
  assert.equal(
    [
      findOpener('darwin', {}),
      findOpener('win32', {}),
      findOpener('linux', { DISPLAY: ':0' }),
      findOpener('linux', { WAYLAND_DISPLAY: 'wayland-0' }),
      findOpener('linux', {}),
    ],
    [['open'], ['rundll32', 'url.dll,FileProtocolHandler'], ['xdg-open'], ['xdg-open'], undefined],
  );
});
test('addresses of the hosted services have the form of the vendor', () => {
  const hosted = 'https://app.terraform.io/api/v2';
  assert.is(organizationPage(hosted, 'acme'), 'https://app.terraform.io/app/acme');
  assert.is(workspacePage(hosted, 'acme', 'web'), 'https://app.terraform.io/app/acme/workspaces/web');
  assert.is(runPage(hosted, 'acme', 'web', 'run-1'), 'https://app.terraform.io/app/acme/workspaces/web/runs/run-1');
  assert.equal(
    [
      pipelinePage('https://circleci.com'),
      pipelinePage('https://circleci.com/api/v2', 'gh/acme/web'),
      pipelinePage('https://circleci.com', 'bb/acme/web', 7),
      pipelinePage('https://circleci.com', 'circleci/SjnmY/Ba31', 12),
      pipelinePage('https://ci.example.com', 'github/acme/web'),
    ],
    [
      'https://app.circleci.com/pipelines',
      'https://app.circleci.com/pipelines/github/acme/web',
      'https://app.circleci.com/pipelines/bitbucket/acme/web/7',
      'https://app.circleci.com/pipelines/circleci/SjnmY/Ba31/12',
      'https://ci.example.com/pipelines/github/acme/web',
    ],
  );
});
test('for another product it prints the page of the organization', async () => {
  const vendor = createServer((_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>'));
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  try {
    const { code, stdout } = await runSlipway(['open', '--print'], { environment: environmentOf(address) });
    assert.equal([code, stdout], [0, `${address}/app/acme\n`]);
  } finally {
    vendor.close();
    vendor.closeAllConnections();
  }
});
test.run();
