// watchdog: 240 s
// process: own
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildExecutable } from '../../build/release/executables.ts';
import { releasePlatforms } from '../../build/release/platforms.ts';
import { providerArchives, writeProviderRelease } from '../../build/release/provider-release.ts';
import { writeExecutableMirror } from '../../src/engine/executable-mirror.ts';
import { packageRoot } from '../../src/engine/package-root.ts';
import { platformName } from '../../src/engine/platform.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { createCertificate } from '../hosted/support/tls-front.ts';
import { currentNode } from '../support/current-node.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('released provider');
const real = engine.found ? test : skipWithReason(test, engine.reason);
const output = temporaryFolder({});
const stem = 'terraform-provider-slipway_0.1.0';
const address = 'terraform.local/slipway/slipway';
const configuration = `terraform {
  required_providers {
    slipway = { source = "${address}", version = "0.1.0" }
  }
}
provider "slipway" {
  workspaces = { address = "http://127.0.0.1:9", organization = "acme", token = "any" }
}
`;
/** Runs the engine itself, with a CLI configuration of its user's. */
const runEngine = (
  folder: string,
  args: readonly string[],
  cliConfiguration: string,
  more: Readonly<Record<string, string>> = {},
): string => {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_|TF_)/.test(name)));
  const { status, stdout, stderr } = spawnSync(engine.found!.path, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...clean, CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), ...more },
  });
  assert.is(status, 0, `${args.join(' ')} with ${cliConfiguration}: ${stdout}${stderr}`);
  return stdout;
};
const newFolder = (cliConfiguration: string): string => temporaryFolder({ 'main.tf': configuration, 'cli.tfrc': cliConfiguration });

test.before(() => {
  writeProviderRelease({ version: '0.1.0', archives: providerArchives('0.1.0'), folder: output });
});

test('a registry finds archives, checksums and the protocol', () => {
  const archives = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].map((platform) => `${stem}_${platform}.zip`);
  assert.equal(readdirSync(output).sort(), [`${stem}_SHA256SUMS`, ...archives, `${stem}_manifest.json`, 'mirror'].sort());
  assert.equal(JSON.parse(readFileSync(join(output, `${stem}_manifest.json`), 'utf8')), {
    version: 1,
    metadata: { protocol_versions: ['6.0'] },
  });
  const checked = execFileSync('sha256sum', ['--check', '--strict', `${stem}_SHA256SUMS`], { cwd: output, encoding: 'utf8' });
  assert.equal(
    checked.trim().split('\n'),
    [...archives, `${stem}_manifest.json`].map((name) => `${name}: OK`),
  );
});
test('two releases of one source are equal', () => {
  const again = temporaryFolder({});
  writeProviderRelease({ version: '0.1.0', archives: providerArchives('0.1.0'), folder: again });
  assert.is(readFileSync(join(again, `${stem}_SHA256SUMS`), 'utf8'), readFileSync(join(output, `${stem}_SHA256SUMS`), 'utf8'));
});
test('the checksums are signed with the key that is named', () => {
  const home = temporaryFolder({});
  const gpg = (...args: readonly string[]) =>
    spawnSync('gpg', ['--batch', '--homedir', home, '--pinentry-mode', 'loopback', '--passphrase', '', ...args], { encoding: 'utf8' });
  if (gpg('--version').error) return;
  const created = gpg('--quick-generate-key', 'releases@example.com', 'ed25519', 'sign', '1d');
  assert.is(created.status, 0, created.stderr);
  const signed = temporaryFolder({});
  const before = process.env['GNUPGHOME'];
  process.env['GNUPGHOME'] = home;
  try {
    const names = writeProviderRelease({ version: '0.1.0', archives: [], folder: signed, signingKey: 'releases@example.com' });
    assert.equal(names, [`${stem}_manifest.json`, `${stem}_SHA256SUMS`, `${stem}_SHA256SUMS.sig`]);
  } finally {
    if (before === undefined) delete process.env['GNUPGHOME'];
    else process.env['GNUPGHOME'] = before;
  }
  const verified = gpg('--verify', join(signed, `${stem}_SHA256SUMS.sig`), join(signed, `${stem}_SHA256SUMS`));
  assert.is(verified.status, 0, verified.stderr);
});

const listed = (): Readonly<Record<string, { readonly hashes: readonly string[] }>> =>
  (JSON.parse(readFileSync(join(output, 'mirror', address, '0.1.0.json'), 'utf8')) as { archives: Record<string, { hashes: string[] }> })
    .archives;

real('from the tree as a filesystem mirror; the engine computes the same hash of the contents', () => {
  const cli = `provider_installation {\n  filesystem_mirror {\n    path = "${join(output, 'mirror')}"\n  }\n}\n`;
  const folder = newFolder(cli);
  assert.match(runEngine(folder, ['init', '-no-color'], cli), `Installed ${address} v0.1.0`);
  const [contents] = listed()[platformName()]!.hashes;
  assert.match(readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8'), `"${contents}"`);
  assert.match(runEngine(folder, ['validate', '-no-color'], cli), 'Success!');
});
real('from the tree as a network mirror, over TLS; the lock file gets the hashes of every platform', async () => {
  const certificate = createCertificate();
  if (!certificate) return;
  const folder = temporaryFolder({ 'main.tf': configuration });
  const server = createServer({ key: readFileSync(certificate.key), cert: readFileSync(certificate.certificate) }, (request, response) => {
    const path = new URL(request.url!, 'https://localhost').pathname;
    try {
      const bytes = readFileSync(join(output, 'mirror', path.replace(/^\/providers\//, '')));
      response.writeHead(200, { 'content-type': path.endsWith('.json') ? 'application/json' : 'application/zip' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  try {
    const url = `https://localhost:${(server.address() as AddressInfo).port}/providers/`;
    const run = async (...args: readonly string[]): Promise<string> => {
      const child = spawn(engine.found!.path, args, {
        cwd: folder,
        env: {
          ...process.env,
          CHECKPOINT_DISABLE: '1',
          TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
          SSL_CERT_FILE: certificate.certificate,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
      const code = await new Promise((done) => {
        child.on('close', done);
      });
      assert.is(code, 0, text);
      return text;
    };
    writeFileSync(join(folder, 'cli.tfrc'), `provider_installation {\n  network_mirror {\n    url = "${url}"\n  }\n}\n`);
    await run('providers', 'lock', '-no-color', `-net-mirror=${url}`, '-platform=linux_amd64', '-platform=darwin_arm64');
    const lock = readFileSync(join(folder, '.terraform.lock.hcl'), 'utf8');
    for (const platform of ['linux_amd64', 'darwin_arm64']) assert.match(lock, `"${listed()[platform]!.hashes[0]}"`, platform);
    assert.match(await run('init', '-no-color'), `Installed ${address} v0.1.0`);
    assert.match(await run('validate', '-no-color'), 'Success!');
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => {
      server.close(closed);
    });
  }
});
real('as a development override: no installation, no lock', () => {
  const folder = join(packageRoot(), 'dist', 'provider');
  const cli = `provider_installation {\n  dev_overrides {\n    "${address}" = "${folder}"\n  }\n  direct {}\n}\n`;
  assert.match(runEngine(newFolder(cli), ['validate', '-no-color'], cli), 'Provider development overrides are in effect');
});

const node = currentNode();
const executable = !engine.found ? skipWithReason(test, engine.reason) : node.path ? test : skipWithReason(test, node.reason);
executable('one executable without Node on the PATH: init, serve, login, deploy, plan, doctor, destroy', async () => {
  const folder = temporaryFolder({});
  const platform = releasePlatforms.find(({ name }) => name === platformName())!;
  const program = join(folder, 'slipway');
  await buildExecutable({ program: 'slipway', platform, node: node.path!, builder: node.path!, room: folder, output: program });
  const environment = { PATH: '/nowhere', HOME: folder, CHECKPOINT_DISABLE: '1' };
  assert.is(execFileSync(program, ['--version'], { encoding: 'utf8', env: environment }), '0.1.0\n');
  const asAgent = { encoding: 'utf8', env: { ...environment, SLIPWAY_CI_AGENT: '1', STAGE: 'live' } } as const;
  assert.is(execFileSync(program, [folder, 'env', 'subst', 'to $STAGE, ${ZONE:-eu}'], asAgent), 'to live, eu\n');
  const cli = `provider_installation {\n  filesystem_mirror {\n    path = "${writeExecutableMirror(folder, program)}"\n  }\n}\n`;
  const bare = newFolder(cli);
  writeFileSync(join(bare, 'main.tf'), `${configuration}resource "slipway_variable_set" "s" {\n  name = "common"\n}\n`);
  runEngine(bare, ['init', '-no-color'], cli, { HOME: folder });
  assert.match(runEngine(bare, ['plan', '-no-color'], cli, { HOME: folder }), 'Plan: 1 to add, 0 to change, 0 to destroy.');
  const service = spawn(program, ['serve', '--port', '0', '--json', '--data', join(folder, 'data')], { env: environment });
  try {
    const line = await new Promise<string>((done) => {
      createInterface({ input: service.stdout }).once('line', done);
    });
    const { address: url, token } = JSON.parse(line) as { readonly address: string; readonly token: string };
    const app = join(folder, 'app');
    const slipway = (cwd: string, input: string, ...args: readonly string[]): string =>
      execFileSync(program, args, { cwd, input, encoding: 'utf8', env: { ...environment, SLIPWAY_ENGINE: engine.found!.path } });
    assert.match(slipway(folder, '', 'init', '--hcl', app), 'cd app');
    assert.match(slipway(app, token, 'login', url), `Logged in to ${url} as owner`);
    assert.match(slipway(app, '', 'deploy', '--auto-approve'), 'Resources: 3 added');
    assert.match(slipway(app, '', 'plan', '--detailed-exitcode'), 'No changes.');
    assert.match(slipway(app, '', 'doctor'), /^ok +provider +version 0\.1\.0, inside of this executable$/m);
    assert.match(slipway(app, '', 'destroy', '--auto-approve'), '3 destroyed');
  } finally {
    service.kill('SIGTERM');
    await new Promise((done) => {
      service.on('close', done);
    });
  }
});

test.run();
