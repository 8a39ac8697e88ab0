import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openService, type RunningService, type StartOptions } from '@slipway/service/start';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway reset');
const token = 'first-token-0123456789';
const XDG_CONFIG_HOME = temporaryFolder({});
const environment = { XDG_CONFIG_HOME };

const withService = async (options: Partial<StartOptions>, story: (service: RunningService) => Promise<void>): Promise<void> => {
  const service = await openService({ store: 'memory', organization: 'acme', token, ...options });
  try {
    await story(service);
  } finally {
    await service.close();
  }
};
const createWorkspace = async ({ address }: RunningService): Promise<number> => {
  const response = await fetch(`${address}/api/v2/organizations/acme/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'web' } } }),
  });
  return response.status;
};
const listWorkspaces = async ({ address }: RunningService): Promise<readonly string[]> => {
  const response = await fetch(`${address}/api/v2/organizations/acme/workspaces`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { data: { attributes: { name: string } }[] }).data.map(({ attributes }) => attributes.name);
};

test('with --yes the service is as at its start, and its token is accepted again', async () => {
  await withService({ test: true }, async (service) => {
    assert.is(await createWorkspace(service), 201);
    assert.equal(await runSlipway(['reset', '--yes', '--address', service.address], { environment }), {
      code: 0,
      stdout:
        `${service.address} is as at its start, and has 1 organization, 0 workspaces, 0 variable sets, 0 CI projects. ` +
        'Its faults, journal and clock are reset, too. ' +
        'States that are stored elsewhere, such as terraform.tfstate, still name what is gone: remove them before the next deployment.\n',
      stderr: `Service: ${service.address}, no token\n`,
    });
    assert.equal(await listWorkspaces(service), []);
  });
});
test('without a terminal and without --yes nothing is deleted', async () => {
  await withService({ test: true }, async (service) => {
    await createWorkspace(service);
    const { code, stderr } = await runSlipway(['reset', '--address', service.address], { environment });
    assert.equal(
      [code, stderr],
      [
        2,
        `Service: ${service.address}, no token\n` +
          'slipway: Standard input is not a terminal. Pass --yes to continue without a confirmation.\n',
      ],
    );
    assert.equal(await listWorkspaces(service), ['web']);
  });
});
test('a service without test controls refuses, unless its operator token is passed', async () => {
  const operatorToken = 'operator-token-0123456789';
  await withService({ operatorToken }, async (service) => {
    await createWorkspace(service);
    const { code, stderr } = await runSlipway(['reset', '--yes', '--address', service.address], { environment });
    assert.is(code, 1);
    assert.match(
      stderr,
      `slipway: ${service.address} does not permit changes by its control endpoints. Start it with \`slipway serve --test-c`,
    );
    assert.equal(await listWorkspaces(service), ['web']);
    const withToken = await runSlipway(['reset', '--yes', '--address', service.address], {
      environment: { ...environment, SLIPWAY_OPERATOR_TOKEN: operatorToken },
    });
    assert.is(withToken.code, 0, withToken.stderr);
    assert.equal(await listWorkspaces(service), []);
  });
});
test('a service that would be left without an organization refuses', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', test: true });
  try {
    const { code, stderr } = await runSlipway(['reset', '--yes', '--address', service.address], { environment });
    assert.is(code, 1);
    assert.match(stderr, 'was started without --seed and without --token: a reset would leave no organization and no token.');
    assert.is(
      (await fetch(`${service.address}/api/v2/organizations`, { headers: { authorization: `Bearer ${service.firstToken}` } })).status,
      200,
    );
  } finally {
    await service.close();
  }
});
test('a service that breaks off is one sentence', async () => {
  const breaking = createServer((request, response) => {
    if (request.url === '/_local/reset') request.socket.destroy();
    else if (request.url === '/_local/health') response.writeHead(200, { 'content-type': 'application/json' }).end('{ "status": "ok" }');
    else {
      const info = { version: '0.1.0', settings: {}, controls: { changing: true, beginsAgain: true }, counts: {} };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(info));
    }
  });
  await new Promise<void>((listening) => void breaking.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
  try {
    const { code, stderr } = await runSlipway(['reset', '--yes', '--address', address], { environment });
    assert.is(code, 1);
    assert.is(stderr.split('\n')[1], `slipway: ${address} does not answer: UND_ERR_SOCKET. \`slipway doctor\` says more.`);
  } finally {
    breaking.close();
    breaking.closeAllConnections();
  }
});
test('another product refuses, is sent no token, and nothing that changes it', async () => {
  const received: string[] = [];
  const vendor = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    if (request.url === '/api/v2/ping') response.writeHead(204, { 'tfp-appname': 'HCP Terraform' }).end();
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>');
  });
  await new Promise<void>((listening) => void vendor.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  try {
    const { code, stderr } = await runSlipway(['reset', '--yes'], {
      environment: { ...environment, SLIPWAY_WORKSPACES_ADDRESS: address, SLIPWAY_WORKSPACES_TOKEN: token },
    });
    assert.equal(
      [code, stderr],
      [
        1,
        `Service: ${address}, no token\n` +
          `slipway: ${address} is not a service that \`slipway serve\` runs (HCP Terraform): it cannot be reset.\n`,
      ],
    );
    assert.equal(received, ['GET /_local/health undefined', 'GET /api/v2/ping undefined']);
  } finally {
    vendor.close();
    vendor.closeAllConnections();
  }
});
test('an address at which nobody listens is one sentence', async () => {
  const { code, stderr } = await runSlipway(['reset', '--yes', '--address', 'http://127.0.0.1:1'], { environment });
  assert.equal(
    [code, stderr],
    [1, 'Service: http://127.0.0.1:1, no token\nslipway: http://127.0.0.1:1 does not answer: bad port. `slipway doctor` says more.\n'],
  );
});
test.run();
