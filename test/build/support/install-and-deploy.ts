/** What a stranger does with the packages, from an empty folder to an empty service. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { LocalRegistry } from './local-registry.ts';

export interface Stranger {
  readonly registry: LocalRegistry;
  /** What `@slipway/cli` is installed from: a version, or an archive. */
  readonly source: string;
  /** Of `slipway init`. With `--no-install`, `npm ci` installs what a lockfile names. */
  readonly options: readonly string[];
}
interface Surroundings {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
}
interface StartedService {
  readonly process: ChildProcess;
  readonly address: string;
  readonly token: string;
}

/** Nothing of this checkout's user: neither a login, nor what npm has stored or is configured with. */
const surround = ({ registry }: Stranger): Surroundings => {
  const folder = temporaryFolder({});
  const kept = Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE)|TFE?_|CIRCLE_|NODE_OPTIONS$|npm_)/i.test(name));
  const npm = { npm_config_registry: registry.address, npm_config_cache: join(folder, '.npm'), npm_config_update_notifier: 'false' };
  return { folder, environment: { ...Object.fromEntries(kept), ...npm, XDG_CONFIG_HOME: join(folder, '.configuration') } };
};

/** Standard output. Not on this process's thread, which has the registry. */
const run = async ({ folder, environment }: Surroundings, program: string, args: readonly string[], input = ''): Promise<string> => {
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: 'pipe' });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
    });
  child.stdin.end(input);
  const code = await new Promise((done, fail) => {
    child.once('error', fail).once('close', done);
  });
  assert.is(code, 0, `${program} ${args.join(' ')}: ${text.stdout}${text.stderr}`);
  return text.stdout;
};

const startService = async ({ folder, environment }: Surroundings): Promise<StartedService> => {
  const args = ['serve', '--in-memory', '--port', '0', '--json'];
  const child = spawn(join(folder, 'node_modules/.bin/slipway'), args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('close', (code) => fail(new Error(`slipway serve ended with ${code}`)));
  });
  return { process: child, ...(JSON.parse(line) as { readonly address: string; readonly token: string }) };
};

/** The installed service is a registry of the provider: it has the archive. */
const expectProviderArchive = async (address: string): Promise<void> => {
  const described = await fetch(`${address}/api/registry/v1/providers/slipway/slipway/0.1.0/download/linux/amd64`);
  const { download_url: url, shasum } = (await described.json()) as { readonly download_url: string; readonly shasum: string };
  const archive = Buffer.from(await (await fetch(url)).arrayBuffer());
  assert.is(createHash('sha256').update(archive).digest('hex'), shasum);
};

/** Installs and deploys an app, and destroys it; the dependencies that its manifest has in the end. Fails where anything does. */
export async function installAndDeploy(stranger: Stranger): Promise<Readonly<Record<string, string>>> {
  const surroundings = surround(stranger);
  const { folder } = surroundings;
  const npm = (...args: readonly string[]) => run(surroundings, 'npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund']);
  const slipway = (args: readonly string[], input?: string) => run(surroundings, join(folder, 'node_modules/.bin/slipway'), args, input);
  const manifest = join(folder, 'package.json');
  writeFileSync(manifest, JSON.stringify({ private: true, type: 'module', dependencies: { '@slipway/cli': stranger.source } }));
  await npm('install');
  assert.match(await slipway(['init', ...stranger.options]), 'Wrote an app to this folder. What comes next:');
  if (stranger.options.includes('--no-install')) {
    await npm('install', '--package-lock-only');
    await npm('ci');
  }
  const service = await startService(surroundings);
  try {
    assert.match(
      await slipway(['login', service.address], `${service.token}\n`),
      `Logged in to ${service.address} as owner, organization slipway. The CI service is at the same address.`,
    );
    assert.match(await slipway(['deploy', '--auto-approve']), 'Apply complete! Resources: 5 added');
    assert.match(await slipway(['plan', '--detailed-exitcode']), 'No changes.');
    assert.match(await slipway(['destroy', '--auto-approve']), ', 5 destroyed.');
    await expectProviderArchive(service.address);
  } finally {
    const ended = once(service.process, 'close');
    service.process.kill('SIGTERM');
    await ended;
  }
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly dependencies: Record<string, string> };
  // Some 10,000 files, which the end of the process would wait for.
  await rm(folder, { recursive: true });
  return dependencies;
}
