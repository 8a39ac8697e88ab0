// process: own
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adviseLogin, loginEnvironment } from '../src/login/login-environment.ts';
import { writeEngineConfiguration } from '../src/login/engine-configuration.ts';
import { writeLogin } from '../src/login/login-file.ts';
import { openService, type RunningService } from '@slipway/service/start';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway login, logout and doctor');
const program = resolve(import.meta.dirname, '../bin/slipway.cjs');
const token = 'first-token-0123456789';
const home = temporaryFolder({});
const file = join(home, 'slipway', 'login.json');
const engineFile = join(home, 'slipway', 'terraform.tfrc');
let service: RunningService;
test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token });
});
test.after(async () => {
  await service.close();
});

interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const run = (args: readonly string[], input = '', more: Readonly<Record<string, string>> = {}): Promise<ProgramResult> => {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE)|TFE?_|CIRCLE_|NODE_OPTIONS$)/.test(name)),
  );
  const child = spawn(process.execPath, [program, ...args], { cwd: home, env: { ...clean, XDG_CONFIG_HOME: home, ...more } });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  child.stdin.end(input);
  return new Promise((done) => {
    child.on('close', (code) => done({ code, ...output }));
  });
};

test('a token that the service refuses is not kept', async () => {
  const { code, stderr } = await run(['login', service.address], 'wrong-token-0123456789');
  assert.is(code, 1);
  assert.match(stderr, '401');
  assert.not.match(stderr, 'wrong-token');
  assert.not.ok(existsSync(file));
});
test('a valid token is stored for this user only, with the only organization', async () => {
  assert.equal(await run(['login', `${service.address}/`], `${token}\n`), {
    code: 0,
    stdout:
      `Logged in to ${service.address} as owner, organization acme. The CI service is at the same address.\nThe token is in ${file}.\n` +
      `Terraform and OpenTofu find the service with TF_CLI_CONFIG_FILE=${engineFile}.\n`,
    stderr: '',
  });
  assert.is(statSync(file).mode & 0o777, 0o600);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')), {
    address: service.address,
    token,
    organization: 'acme',
    dialect: 'neutral',
    servesCi: true,
  });
});
test('the engine gets a file for this user alone: where the services are, without TLS, and the token', () => {
  const { host } = new URL(service.address);
  assert.is(statSync(engineFile).mode & 0o777, 0o600);
  assert.is(
    readFileSync(engineFile, 'utf8'),
    `host "${host}" {
  services = {
    "tfe.v2" = "http://${host}/api/v2/"
    "tfe.v2.1" = "http://${host}/api/v2/"
    "tfe.v2.2" = "http://${host}/api/v2/"
    "state.v2" = "http://${host}/api/v2/"
    "modules.v1" = "http://${host}/api/registry/v1/modules/"
    "providers.v1" = "http://${host}/api/registry/v1/providers/"
  }
}
credentials "${host}" {
  token = "${token}"
}
`,
  );
});
test('the file names the services that discovery names', async () => {
  const discovery = (await (await fetch(`${service.address}/.well-known/terraform.json`)).json()) as Readonly<Record<string, unknown>>;
  const written = readFileSync(engineFile, 'utf8').matchAll(/^ {4}"([\w.]+)" = "http:\/\/[^/]+([^"]+)"$/gm);
  assert.equal(
    [...written].map(([, name, path]) => [name, path]),
    Object.entries(discovery).filter(([name]) => name !== 'login.v1'),
  );
});
test('with TLS the engine finds the services by itself, and what it cannot name has no file', () => {
  const base = { XDG_CONFIG_HOME: temporaryFolder({}) };
  const written = writeEngineConfiguration({ address: 'https://slipway.example', token: 'a"b' }, base)!;
  assert.is(readFileSync(written, 'utf8'), 'credentials "slipway.example" {\n  token = "a\\"b"\n}\n');
  assert.is(writeEngineConfiguration({ address: 'http://[::1]:4000', token }, base), undefined);
  assert.not.ok(existsSync(written));
  // The engine refuses the whole file: "literal not terminated".
  assert.is(writeEngineConfiguration({ address: 'https://slipway.example', token: 'a${b' }, base), undefined);
});
test('an organization that the token does not see is refused', async () => {
  const { code, stderr } = await run(['login', service.address, '--organization', 'other'], token);
  assert.equal([code, stderr], [1, "slipway: The token cannot access the organization 'other': it sees acme.\n"]);
});
test('the login is used only where the environment does not say where services are', () => {
  const configuration = temporaryFolder({});
  const empty = temporaryFolder({});
  const base = { XDG_CONFIG_HOME: configuration };
  assert.equal(loginEnvironment(base), base);
  writeLogin({ address: 'http://a', token: 't', organization: 'o', dialect: 'neutral', servesCi: false }, base);
  assert.equal(loginEnvironment(base), {
    ...base,
    SLIPWAY_LOGIN_ADDRESS: 'http://a',
    SLIPWAY_WORKSPACES_ADDRESS: 'http://a',
    SLIPWAY_WORKSPACES_TOKEN: 't',
    SLIPWAY_WORKSPACES_ORGANIZATION: 'o',
    SLIPWAY_WORKSPACES_DIALECT: 'neutral',
  });
  for (const name of ['SLIPWAY_WORKSPACES_ADDRESS', 'SLIPWAY_CI_TOKEN', 'TFE_TOKEN', 'CIRCLE_TOKEN']) {
    const other = { ...base, [name]: 'b' };
    assert.is(loginEnvironment(other), other, name);
  }
  const hcl = temporaryFolder({ 'main.tf': 'provider "slipway" {\n  workspaces = {\n    address = "http://b"\n  }\n}\n' });
  const json = temporaryFolder({ 'cdk.tf.json': '{"provider":{"slipway":[{"workspaces":{"address":"http://b"}}]}}' });
  const tofu = temporaryFolder({ 'main.tofu': 'provider "slipway" {\n  workspaces = { address = "http://b" }\n}\n' });
  // The message of a failed plan gives advice if no service is configured.
  const uses = temporaryFolder({ 'main.tf': 'resource "slipway_project" "a" {\n  name = "a"\n}\n' });
  assert.is(adviseLogin(uses, {}), ' No service is configured: run `slipway login ADDRESS`.');
  assert.equal(
    [
      adviseLogin(hcl, {}),
      adviseLogin(json, {}),
      adviseLogin(tofu, {}),
      adviseLogin(uses, { TFE_TOKEN: 'b' }),
      adviseLogin(uses, loginEnvironment(base)),
      adviseLogin(empty, {}),
    ],
    ['', '', '', '', '', ''],
  );
});
test('doctor says what is well, as lines and as JSON', async () => {
  const { stdout, stderr } = await run(['doctor']);
  assert.is(stderr, '');
  assert.match(stdout, /^ok {7}provider {4}version 0\.1\.0$/m);
  assert.match(stdout, new RegExp(`^ok {7}workspaces  ${service.address} accepts the token$`, 'm'));
  assert.match(stdout, new RegExp(`^ok {7}ci          ${service.address} accepts the token$`, 'm'));
  assert.match(stdout, /^ok {7}clock {7}within 30 s of the clock of the service$/m);
  assert.match(stdout, /^warning {2}app .*\n {21}`slipway init` writes a small app\.$/m);
  const findings = JSON.parse((await run(['doctor', '--json'])).stdout) as { check: string; status: string }[];
  assert.equal(
    findings.map(({ check }) => check),
    ['node', 'engine', 'provider', 'app', 'login', 'workspaces', 'clock', 'ci'],
  );
});
test('doctor says what to do about a refused token, a silent address and a missing engine', async () => {
  const settings = { SLIPWAY_WORKSPACES_ADDRESS: service.address, SLIPWAY_WORKSPACES_TOKEN: 'wrong-token-0123456789' };
  const refused = await run(['doctor'], '', {
    ...settings,
    SLIPWAY_CI_ADDRESS: 'http://127.0.0.1:10',
    SLIPWAY_CI_TOKEN: 'any',
    SLIPWAY_ENGINE: '/nowhere',
  });
  assert.is(refused.code, 1);
  assert.match(refused.stdout, `failure  workspaces  ${service.address} refuses the token (401)`);
  assert.match(refused.stdout, `Run \`slipway login ${service.address}\`, or set SLIPWAY_WORKSPACES_TOKEN to a valid token.`);
  assert.match(refused.stdout, 'failure  ci          no server listens at http://127.0.0.1:10');
  assert.match(
    refused.stdout,
    /failure {2}engine {6}SLIPWAY_ENGINE names \/nowhere, which does not start \(ENOENT\)\.\n {21}Install Terraform/,
  );
  assert.not.match(refused.stdout, 'wrong-token');
});
for (const status of [502, 503, 504])
  test(`doctor says of ${status} that a proxy answers and the service behind it does not`, async () => {
    const proxy = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      const { stdout } = await run(['doctor'], '', { SLIPWAY_CI_ADDRESS: address, SLIPWAY_CI_TOKEN: 'any' });
      assert.match(
        stdout,
        `failure  ci          ${address} answers ${status}: a proxy or load balancer answers, and the service behind it does not`,
      );
      assert.match(stdout, 'Start the service, or correct where the proxy sends its requests.');
    } finally {
      proxy.close();
    }
  });
test('logout removes the token', async () => {
  assert.equal(await run(['logout']), { code: 0, stdout: 'Logged out.\n', stderr: '' });
  assert.not.ok(existsSync(file));
});

test.run();
