// watchdog: 240 s
// process: own
/** Single executables of every platform, as their own headers describe them. Those of other platforms cannot be run here. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkExecutable, type ExecutableFormat, readExecutableFormat } from '../../build/release/executable-format.ts';
import { buildExecutable, executables, findInstalledNode, findNodeProgram } from '../../build/release/executables.ts';
import { releasePlatforms } from '../../build/release/platforms.ts';
import { packageRoot } from '../../src/engine/package-root.ts';
import { platformName } from '../../src/engine/platform.ts';
import { createTemporaryCertificate } from '../../src/protocol/go-plugin/certificate.ts';
import { cookie } from '../../src/protocol/go-plugin/handshake.ts';
import { currentNode } from '../support/current-node.ts';
import { schedule } from '../support/scale.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('single executables of every platform');
const builder = currentNode();

/** Without the size of what is inside. */
const formats: { readonly [platform: string]: ExecutableFormat } = {
  linux_amd64: { container: 'ELF', cpu: 'x64' },
  linux_arm64: { container: 'ELF', cpu: 'arm64' },
  darwin_amd64: { container: 'Mach-O', cpu: 'x64', isSigned: false },
  darwin_arm64: { container: 'Mach-O', cpu: 'arm64', isSigned: false },
  windows_amd64: { container: 'PE', cpu: 'x64' },
};

test('those that are released are these', () => {
  assert.equal(
    releasePlatforms.map(({ name }) => name),
    Object.keys(formats),
  );
});
test('each script that a thread or a program of the service asks for is inside', () => {
  const asked = ['service/src', 'cli/src']
    .flatMap((folder) => readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(packageRoot(), file), 'utf8').matchAll(/workerScript\(import\.meta\.url, '[^']+', '([^']+)'\)/g),
    ])
    .map(([, name]) => name!);
  const { workers, scripts } = executables.slipway;
  assert.equal(
    asked.sort(),
    [...Object.keys(workers), ...Object.keys(scripts).filter((name) => name !== 'cli.cjs')]
      .map((name) => name.replace(/\.c?js$/, ''))
      .sort(),
  );
});

/** The provider prints the line of its handshake, where its user has a folder and where not. */
const startAsEngine = async (program: string, home: string): Promise<void> => {
  for (const environment of [{}, { HOME: home }]) {
    const child = spawn(program, {
      env: { ...environment, [cookie.name]: cookie.value, PLUGIN_CLIENT_CERT: createTemporaryCertificate().pem },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const line = await new Promise<string>((done) => {
        createInterface({ input: child.stdout })
          .once('line', done)
          .once('close', () => done('closed'));
      });
      assert.match(line, /^1\|6\|unix\|\S+\|grpc\|[\w+/]+$/);
    } finally {
      child.kill();
    }
  }
};
for (const platform of releasePlatforms) {
  // A release installs Node for each platform, half a minute and 150 MB each; the suite takes what is there.
  const node = platform.name === platformName() ? builder : schedule(findInstalledNode, findNodeProgram)(platform);
  const real = !builder.path ? skipWithReason(test, builder.reason) : node.path ? test : skipWithReason(test, node.reason);
  real(`${platform.name}: the provider is in a segment of its own, for that system and processor`, async () => {
    const room = temporaryFolder({});
    const output = join(room, 'provider');
    await buildExecutable({ program: 'provider', platform, node: node.path!, builder: builder.path!, room, output });
    const { scriptBytes, ...format } = readExecutableFormat(output);
    assert.equal(format, formats[platform.name]);
    assert.ok(scriptBytes! > 400_000 && scriptBytes! < 2_000_000, `${scriptBytes} bytes`);
    if (platform.name === platformName()) await startAsEngine(output, room);
    for (const other of releasePlatforms.filter(({ name }) => name !== platform.name))
      assert.throws(() => checkExecutable(output, other), / is (ELF|Mach-O|PE) for (x64|arm64), not /, other.name);
    assert.throws(() => checkExecutable(node.path!, platform), /is Node\.js alone: nothing was put into it/);
  });
}
test('what is no executable, and one that was cut off, are refused by name', () => {
  const file = join(temporaryFolder({}), 'program');
  for (const [bytes, message] of [
    [Buffer.from('#!/bin/sh\n'), /is no executable: it begins with 23212f62/],
    [Buffer.from('\x7fELF\x02', 'latin1'), /ends inside of what its headers describe/],
    [Buffer.from('cffaedfe', 'hex'), /ends inside of what its headers describe/],
    [Buffer.from('MZ\0\0'), /ends inside of what its headers describe/],
  ] as const) {
    writeFileSync(file, bytes);
    assert.throws(() => readExecutableFormat(file), message);
  }
});
test('a platform without a Node program is named, with what npm said', () => {
  const before = { ...process.env };
  Object.assign(process.env, {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: temporaryFolder({}),
  });
  try {
    const { path, reason } = findNodeProgram({ name: 'linux_riscv64', os: 'linux', cpu: 'riscv64', nodePackage: 'node-linux-riscv64' });
    assert.is(path, undefined);
    assert.match(reason, /^node-linux-riscv64 26\.10\.0 could not be installed: .+/);
  } finally {
    process.env = before;
  }
});

test.run();
