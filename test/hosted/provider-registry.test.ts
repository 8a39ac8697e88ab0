import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mirrorFolder } from '../../src/engine/package-root.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { openService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { createSigningKey } from '../../service/test/registry/openpgp.ts';
import { createZip } from '../../service/test/registry/zip.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
// watchdog: 120 s

const suiteOf = suite('the engine installs a provider from the service');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);

/** The files of our own plugin for this machine. */
const readPlugin = (): { readonly platform: string; readonly files: { readonly [name: string]: Buffer } } => {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = `${process.platform}_${arch}`;
  const folder = join(mirrorFolder(), 'terraform.local', 'slipway', 'slipway', '0.1.0', platform);
  return { platform, files: Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])) };
};

test('our own provider, published with a signature: init installs it, and its schema is read', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, dialect: 'hosted' });
  try {
    const api = async (path: string, type: string, attributes: object): Promise<any> => {
      const response = await fetch(`${service.address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: { type, attributes } }),
      });
      assert.is(response.status, 201, path);
      return ((await response.json()) as { data: unknown }).data;
    };
    const put = async (url: string, bytes: Buffer): Promise<void> => {
      assert.is((await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })).status, 200);
    };
    const key = createSigningKey({ bits: 2048 });
    const { platform, files } = readPlugin();
    const [os, arch] = platform.split('_');
    const zip = createZip(files);
    const filename = `terraform-provider-slipway_0.1.0_${platform}.zip`;
    const shasum = createHash('sha256').update(zip).digest('hex');
    const sums = Buffer.from(`${shasum}  ${filename}\n`);
    await api('/api/registry/private/v2/gpg-keys', 'gpg-keys', { namespace: 'acme', 'ascii-armor': key.asciiArmor });
    const providers = '/api/v2/organizations/acme/registry-providers';
    await api(providers, 'registry-providers', { name: 'slipway', namespace: 'acme', 'registry-name': 'private' });
    const versions = `${providers}/private/acme/slipway/versions`;
    const release = { version: '0.1.0', 'key-id': key.keyId, protocols: ['6.0'] };
    const version = await api(versions, 'registry-provider-versions', release);
    const target = await api(`${versions}/0.1.0/platforms`, 'registry-provider-platforms', { os, arch, shasum, filename });
    await put(version.links['shasums-upload'], sums);
    await put(version.links['shasums-sig-upload'], key.sign(sums));
    await put(target.links['provider-binary-upload'], zip);

    const folder = temporaryFolder({
      'main.tf': 'terraform {\n  required_providers {\n    slipway = { source = "slipway.test/acme/slipway", version = "0.1.0" }\n  }\n}\n',
      'cli.tfrc': `host "slipway.test" {
  services = { "providers.v1" = "${service.address}/api/registry/v1/providers/" }
}
credentials "slipway.test" { token = "${token}" }
`,
    });
    const run = async (...command: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runEngine(engine.found!, command, {
        folder,
        environment: { ...process.env, TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc') },
      });
      assert.is(code, 0, stdout + stderr);
      return stdout;
    };
    const init = await run('init', '-no-color');
    const signed = engine.found!.name === 'tofu' ? 'signed' : 'self-signed';
    assert.match(init, `Installed slipway.test/acme/slipway v0.1.0 (${signed}, key ID ${key.keyId})`);
    const schema = JSON.parse(await run('providers', 'schema', '-json'));
    assert.match(await run('providers', 'lock', '-no-color'), /(Terraform|OpenTofu) has validated the lock file/);
    await run('providers', 'mirror', '-no-color', 'copy');
    assert.equal(readdirSync(join(folder, 'copy/slipway.test/acme/slipway')).sort(), ['0.1.0.json', 'index.json', filename].sort());
    assert.ok(Object.keys(schema.provider_schemas['slipway.test/acme/slipway'].resource_schemas).includes('slipway_workspace'));
  } finally {
    await service.close();
  }
});

suiteOf.run();
