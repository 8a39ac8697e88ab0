import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readHostedSetting, isVerificationSkipped } from '../../src/client/hosted/hosted-settings.ts';
import { createServiceClients } from '../../src/provider/service-clients.ts';
import { readSection } from '../../src/provider/provider-section.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('settings of the hosted services');
const hosted = { workspaces: { dialect: 'hosted' }, ci: { dialect: 'hosted' } };
const section = (service: 'workspaces' | 'ci', environment: Record<string, string>, block: object = {}) => {
  const { address, token, organization } = readSection(service, { [service]: { dialect: 'hosted', ...block } }, environment);
  return { address, token, organization };
};
const home = (files: Record<string, string>): string => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.terraform.d'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};

test('without any setting the hosted services are meant', () => {
  assert.equal(section('workspaces', {}), { address: 'https://app.terraform.io', token: null, organization: null });
  assert.equal(section('ci', {}), { address: 'https://circleci.com', token: null, organization: null });
});
test('the neutral profile reads none of it', () => {
  const { address, token } = readSection('workspaces', {}, { TFE_TOKEN: 'canary', TFE_ADDRESS: 'https://tfe.example' });
  assert.equal([address, token], [null, null]);
});
test('the workspace service: the variables of its clients', () => {
  assert.equal(section('workspaces', { TFE_HOSTNAME: 'tfe.example', TFE_TOKEN: 'canary-1', TFE_ORGANIZATION: 'acme' }), {
    address: 'https://tfe.example',
    token: 'canary-1',
    organization: 'acme',
  });
  assert.is(section('workspaces', { TFE_HOSTNAME: 'tfe.example', TFE_ADDRESS: 'http://127.0.0.1:4000' }).address, 'http://127.0.0.1:4000');
});
test('the CI service: its address as its provider writes it, and its token', () => {
  assert.equal(section('ci', { CIRCLE_HOST: 'https://ci.example/api/v2', CIRCLE_TOKEN: 'canary-2' }), {
    address: 'https://ci.example/api/v2',
    token: 'canary-2',
    organization: null,
  });
  assert.is(
    createServiceClients(hosted, { CIRCLE_HOST: 'https://ci.example/api/v2', CIRCLE_TOKEN: 'canary-2' }, {}).client('ci').address,
    'https://ci.example',
  );
});
test('the block and our own variables win', () => {
  const environment = {
    TFE_TOKEN: 'canary-1',
    SLIPWAY_WORKSPACES_TOKEN: 'canary-3',
    TFE_ADDRESS: 'https://tfe.example',
    TFE_ORGANIZATION: 'acme',
  };
  assert.equal(section('workspaces', environment, { address: 'https://own.example', organization: 'globex' }), {
    address: 'https://own.example',
    token: 'canary-3',
    organization: 'globex',
  });
});
test('a token stored by a login is used for its host alone', () => {
  const HOME = home({
    '.terraform.d/credentials.tfrc.json':
      '{"credentials": {"app.terraform.io": {"token": "canary-4"}, "tfe.example": {"token": "canary-5"}}}',
  });
  assert.is(section('workspaces', { HOME }).token, 'canary-4');
  assert.is(section('workspaces', { HOME, TFE_HOSTNAME: 'tfe.example' }).token, 'canary-5');
  assert.is(section('workspaces', { HOME, TFE_ADDRESS: 'https://tfe.example' }).token, 'canary-5');
  assert.is(section('workspaces', { HOME }, { address: 'https://other.example' }).token, null);
});
test('the CLI configuration file: credentials, and a host whose service is named', () => {
  const text = `# mine
disable_checkpoint = true // no calls
plugin_cache_dir   = "/tmp/\\"cache\\""
credentials "tfe.example" {
  token = "canary-6"
}
/* a host
   on this machine */
host "tfe.example" {
  services = {
    "tfe.v2.2" = "http://127.0.0.1:4000/api/v2/"
    "modules.v1" = "http://127.0.0.1:4000/api/registry/v1/modules/",
  }
}
provider_installation {
  direct { exclude = ["a/*/*", "b/*/*"] }
}
`;
  const HOME = home({ '.terraformrc': text });
  assert.equal(section('workspaces', { HOME, TFE_HOSTNAME: 'tfe.example' }), {
    address: 'http://127.0.0.1:4000/api/v2/',
    token: 'canary-6',
    organization: null,
  });
  const named = join(home({ 'other.rc': 'credentials "app.terraform.io" { token = "canary-7" }' }), 'other.rc');
  assert.is(section('workspaces', { HOME, TF_CLI_CONFIG_FILE: named }).token, 'canary-7');
  assert.is(section('workspaces', { TERRAFORM_CONFIG: named }).token, 'canary-7');
});
test('a token in a variable of its host, as the engine reads it', () => {
  assert.is(section('workspaces', { TF_TOKEN_app_terraform_io: 'canary-8' }).token, 'canary-8');
  assert.is(section('workspaces', { TF_TOKEN_my__tfe_example: 'canary-9', TFE_HOSTNAME: 'my-tfe.example' }).token, 'canary-9');
});
test('a file that cannot be read is reported with its name and line, when it is needed', () => {
  const HOME = home({ '.terraformrc': 'credentials "a" {\n  token = \n}\n' });
  const lines = createServiceClients(hosted, { HOME }, {});
  assert.throws(
    () => lines.client('workspaces'),
    (error: Error) => error.message === `The CLI configuration file ${HOME}/.terraformrc cannot be read: line 3 cannot be read at "}".`,
  );
  assert.throws(
    () => readHostedSetting('workspaces', 'token', { HOME: home({ '.terraformrc': 'credentials {' }) }, null),
    /the file ends in the middle of something/,
  );
});
test('a missing token is reported with the variables that are read', () => {
  assert.throws(
    () => createServiceClients(hosted, {}, {}).client('ci'),
    (error: Error) =>
      error.message === "Set `token` in the provider's `ci` section, or the environment variable SLIPWAY_CI_TOKEN or CIRCLE_TOKEN.",
  );
  assert.throws(
    () => createServiceClients(hosted, {}, {}).client('workspaces'),
    (error: Error) =>
      error.message ===
      "Set `token` in the provider's `workspaces` section, or the environment variable SLIPWAY_WORKSPACES_TOKEN or TFE_TOKEN.",
  );
});
test('certificates are checked unless TFE_SSL_SKIP_VERIFY says otherwise', () => {
  assert.equal(
    [undefined, '', '0', 'false', 'F', '1', 'true', 'TRUE', 't'].map((said) =>
      isVerificationSkipped('workspaces', said === undefined ? {} : { TFE_SSL_SKIP_VERIFY: said }),
    ),
    [false, false, false, false, false, true, true, true, true],
  );
  assert.is(isVerificationSkipped('ci', { TFE_SSL_SKIP_VERIFY: '1' }), false);
  assert.throws(
    () => isVerificationSkipped('workspaces', { TFE_SSL_SKIP_VERIFY: 'yes' }),
    /TFE_SSL_SKIP_VERIFY is "yes"; expected true or false\./,
  );
});
test.run();
