import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runEngine } from '../../src/engine/run-engine.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
// watchdog: 120 s

const suiteOf = suite('the engine as a client of the hosted service');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
let service: RunningService;

const api = async (method: string, path: string, data: object): Promise<any> =>
  (
    await fetch(`${service.address}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data }),
    })
  ).json();

/** A folder with these files, and a CLI configuration that finds the service as a host of its own, over plain HTTP. */
const run = async (
  files: Record<string, string>,
  ...commands: readonly (readonly string[])[]
): Promise<{ readonly folder: string; readonly said: string }> => {
  const folder = temporaryFolder({
    ...files,
    'cli.tfrc': `host "slipway.test" {
  services = {
    "tfe.v2" = "${service.address}/api/v2/"
    "tfe.v2.1" = "${service.address}/api/v2/"
    "tfe.v2.2" = "${service.address}/api/v2/"
    "state.v2" = "${service.address}/api/v2/"
    "modules.v1" = "${service.address}/api/registry/v1/modules/"
  }
}
credentials "slipway.test" { token = "${token}" }
`,
  });
  let said = '';
  for (const command of commands) {
    const ran = await runEngine(engine.found!, command, {
      folder,
      environment: { ...process.env, TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc') },
    });
    said += ran.stdout + ran.stderr;
    if (ran.code !== 0) throw new Error(`${command.join(' ')} ended with ${ran.code}:\n${said}`);
  }
  return { folder, said };
};

/** A tar archive of one file. */
const archived = (name: string, text: string): Buffer => {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${Buffer.byteLength(text).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(
    `${header
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  const body = Buffer.from(text);
  return gzipSync(Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512), Buffer.alloc(1024)]));
};

if (engine.found) {
  suiteOf.before(async () => {
    service = await openService({ store: 'memory', organization: 'acme', token, dialect: 'hosted', journalBodies: true });
  });
  suiteOf.after(async () => {
    await service.close();
  });
}

test('a module that was uploaded is found, downloaded and applied', async () => {
  await api('POST', '/organizations/acme/registry-modules', {
    type: 'registry-modules',
    attributes: { name: 'greeting', provider: 'none', 'registry-name': 'private' },
  });
  const { data: version } = await api('POST', '/organizations/acme/registry-modules/private/acme/greeting/none/versions', {
    type: 'registry-module-versions',
    attributes: { version: '1.0.0' },
  });
  assert.equal([version.attributes.status, typeof version.links.upload], ['pending', 'string']);
  const sent = await fetch(version.links.upload, {
    method: 'PUT',
    body: archived('main.tf', 'variable "name" { type = string }\noutput "words" { value = "hello ${var.name}" }\n'),
  });
  assert.is(sent.status, 200);
  const { folder } = await run(
    {
      'main.tf':
        'module "greeting" {\n  source  = "slipway.test/acme/greeting/none"\n  version = "~> 1.0"\n' +
        '  name    = "ann"\n}\noutput "words" { value = module.greeting.words }\n',
    },
    ['init', '-no-color'],
    ['apply', '-auto-approve', '-no-color'],
  );
  assert.is(JSON.parse(readFileSync(join(folder, 'terraform.tfstate'), 'utf8')).outputs.words.value, 'hello ann');
});

test('a workspace of local execution keeps the state of a cloud block', async () => {
  const {
    data: { id },
  } = await api('POST', '/organizations/acme/workspaces', {
    type: 'workspaces',
    attributes: { name: 'web', 'execution-mode': 'local', 'terraform-version': '1.11.4' },
  });
  const { said } = await run(
    {
      'main.tf':
        'terraform {\n  cloud {\n    hostname     = "slipway.test"\n    organization = "acme"\n' +
        '    workspaces { name = "web" }\n  }\n}\nresource "terraform_data" "one" { input = "a" }\n' +
        'output "one" { value = terraform_data.one.output }\n',
    },
    ['init', '-no-color'],
    ['apply', '-auto-approve', '-no-color'],
    ['output', '-no-color'],
  );
  assert.match(said, /one = "a"/);
  const answer = (await (
    await fetch(`${service.address}/api/v2/workspaces/${id}?include=outputs`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as any;
  assert.equal(
    [answer.data.attributes['resource-count'], answer.included.map(({ attributes }: any) => [attributes.name, attributes.value])],
    [1, [['one', 'a']]],
  );
  const { entries } = (await (await fetch(`${service.address}/_local/requests`)).json()) as any;
  const locks = entries.filter(({ path }: any) => path.endsWith(`/workspaces/${id}/actions/lock`));
  assert.ok(locks.length > 0);
  const reason = engine.found!.name === 'tofu' ? 'Locked by OpenTofu' : 'Locked by Terraform';
  for (const { response } of locks) assert.is(response.body.data.attributes['locked-reason'], reason);
});

suiteOf.run();
