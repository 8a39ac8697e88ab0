import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeLogin } from '../../cli/src/login/login-file.ts';
import { readSection, requireSetting } from '../../src/provider/provider-section.ts';
import { loginVariables } from '../../cli/src/login/login-environment.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { runSlipway, withoutDurations } from '../support/cli.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
// watchdog: 120 s

const test = suite('a login and provider blocks');
const real = engine.found ? test : skipWithReason(test, engine.reason);
const token = 'token-of-the-login-0123456789';
const XDG_CONFIG_HOME = temporaryFolder({});
const received: string[] = [];
const other = createServer((request, response) => {
  received.push(JSON.stringify(request.headers));
  response.writeHead(401, { 'content-type': 'application/vnd.api+json' }).end('{"errors":[{"status":"401","title":"unauthorized"}]}');
});
let service: RunningService;
let otherAddress: string;

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token });
  await new Promise<void>((listening) => {
    other.listen(0, '127.0.0.1', listening);
  });
  otherAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  writeLogin({ address: service.address, token, organization: 'acme', dialect: 'neutral', servesCi: true }, { XDG_CONFIG_HOME });
});
test.after(async () => {
  await service.close();
  other.close();
  other.closeAllConnections();
});

const required = 'terraform {\n  required_providers {\n    slipway = { source = "terraform.local/slipway/slipway" }\n  }\n}\n';
const data = 'data "slipway_projects" "all" {\n  organization = "acme"\n}\n';
/** Configurations that name another address, by where they do so. */
const places = (address: string): { readonly [place: string]: { readonly [file: string]: string } } => ({
  'the root module': { 'main.tf': `${required}provider "slipway" {\n  workspaces = { address = "${address}" }\n}\n${data}` },
  'a child module': {
    'main.tf': 'module "child" {\n  source = "./child"\n}\n',
    'child/main.tf': `${required}provider "slipway" {\n  workspaces = { address = "${address}" }\n}\n${data}`,
  },
  'a variable': {
    'where.tf': `variable "where" {\n  default = { address = "${address}" }\n}\n`,
    'main.tf': `${required}provider "slipway" {\n  workspaces = var.where\n}\n${data}`,
  },
  'a file of JSON': {
    'main.tf.json': JSON.stringify({
      terraform: { required_providers: { slipway: { source: 'terraform.local/slipway/slipway' } } },
      provider: { slipway: { workspaces: { address } } },
      data: { slipway_projects: { all: { organization: 'acme' } } },
    }),
  },
});

for (const place of Object.keys(places('')))
  real(`the token of a login is not sent to an address that stands in ${place}`, async () => {
    const folder = temporaryFolder(places(otherAddress)[place]!);
    const { code, stderr } = await runSlipway(['plan'], { folder, environment: { XDG_CONFIG_HOME } });
    assert.is(code, 1);
    assert.match(stderr.replace(/[│\s]+/g, ' '), `The login is for ${service.address}, and is not used for another address.`);
    assert.equal(received, []);
  });
real('it is used for its own address, wherever that stands', async () => {
  const folder = temporaryFolder(places(`${service.address}/`)['a child module']!);
  const { code, stderr } = withoutDurations(await runSlipway(['plan'], { folder, environment: { XDG_CONFIG_HOME } }));
  assert.equal(
    [code, stderr],
    [
      0,
      `Service: ${service.address}, organization acme, token of \`slipway login\`; a provider block of a module can name another\n` +
        'Planned in TIME\n',
    ],
  );
});

test('nothing of a login is used for another address, and what a block or the environment says is', () => {
  const login = { address: 'https://a.test', token, organization: 'acme', dialect: 'hosted', servesCi: true } as const;
  const section = readSection('workspaces', { workspaces: { address: 'https://b.test' } }, loginVariables(login));
  assert.equal([section.address, section.token, section.organization, section.profile], ['https://b.test', null, null, 'neutral']);
  assert.throws(
    () => requireSetting(section, 'token'),
    "Set `token` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_TOKEN. " +
      'The login is for https://a.test, and is not used for another address.',
  );
  const ci = readSection('ci', { workspaces: { address: 'https://b.test' } }, loginVariables(login));
  assert.equal([ci.address, ci.token], ['https://a.test', token]);
  const own = readSection('workspaces', { workspaces: { address: 'https://b.test', token: 'of the block' } }, loginVariables(login));
  assert.is(own.token, 'of the block');
  const environment = { SLIPWAY_WORKSPACES_TOKEN: 'of the environment' };
  assert.is(readSection('workspaces', { workspaces: { address: 'https://b.test' } }, environment).token, 'of the environment');
});
test.run();
