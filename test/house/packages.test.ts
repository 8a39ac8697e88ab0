import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { providerAddress } from '../../src/engine/address.ts';
import { version } from '../../declarations/src/version.ts';
import { root, readText } from '../support/repository-files.ts';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly workspaces?: string[];
  readonly engines?: { node: string };
}
const manifest = (folder: string) => JSON.parse(readText(join(folder, 'package.json'))) as Manifest;

/** Bytes of the files of a package; links are not followed, packages inside are counted by themselves. */
function size(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum;
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? size(path) : lstatSync(path).size);
  }, 0);
}

const test = suite('packages');

test('versions are pinned to the digit', () => {
  const folders = ['.', ...(manifest('.').workspaces ?? [])];
  const loose = folders.flatMap((folder) =>
    [manifest(folder).dependencies, manifest(folder).devDependencies].flatMap((named) =>
      Object.entries(named ?? {})
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([name, version]) => `${folder}: ${name}@${version}`),
    ),
  );
  assert.equal(loose, []);
});
test('the lockfile names no download address', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, { resolved?: string; link?: boolean }> };
  assert.equal(
    Object.entries(packages)
      .filter(([, entry]) => entry.resolved && !entry.link)
      .map(([name]) => name),
    [],
  );
});
// Of these, PostgreSQL is 57 MB, the generator of cdktf 46, and the public clients that tests bring 70. What the lockfile does not name
// is left from an earlier installation, and `npm ci` removes it.
test('node_modules stays within 350 MB', () => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, { link?: boolean }> };
  const folders = Object.keys(packages).filter((path) => path.startsWith('node_modules/') && !packages[path]!.link);
  const bytes = folders.filter((path) => existsSync(join(root, path))).reduce((sum, path) => sum + size(join(root, path)), 0);
  assert.ok(bytes <= 350 * 1024 * 1024, `node_modules has ${(bytes / 1024 / 1024).toFixed(0)} MB`);
});
test('each package carries the license', () => {
  const published = (manifest('.').workspaces ?? []).filter((folder) => folder !== 'test/support');
  assert.equal(published, ['constructs', 'schema-tools', 'declarations', 'src', 'rego', 'service', 'mesh-config', 'cli']);
  for (const folder of published) assert.is(readText(join(folder, 'LICENSE')), readText('LICENSE'), folder);
});
test('cdktf.json names the provider that is built', () => {
  const { terraformProviders } = JSON.parse(readText('cdktf.json')) as { terraformProviders: unknown };
  assert.equal(terraformProviders, [{ name: 'slipway', source: providerAddress, version }]);
});
test('the provider carries no manifest, only its version and the oldest Node', () => {
  const bundles = [
    'provider.cjs',
    'provider-handshake.cjs',
    'provider-server.cjs',
    'provider-calls.cjs',
    'provider-declarations.cjs',
    'provider-state-stores.cjs',
    'provider-globs.cjs',
    'provider-answers.json',
  ].map((file) => readText(`dist/provider/${file}`));
  assert.equal(
    bundles.filter((text) => text.includes('devDependencies')),
    [],
  );
});
test('Node 20.19 and newer are supported', () => {
  assert.is(manifest('.').engines?.node, '>=20.19');
});
test.run();
