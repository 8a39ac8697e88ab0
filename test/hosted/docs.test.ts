import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/hosted.md', root), 'utf8');
const test = suite('the page of the hosted profile');

const hasTests = (folder: URL): boolean => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.test.ts'));

test('every row shows a test that there is', () => {
  const named = [...page.matchAll(/`((?:test|service\/test|declarations\/test)\/[a-z0-9/-]+)`/g)].map(([, name]) => name!);
  assert.ok(named.length > 40, `${named.length} tests are named`);
  assert.equal(
    // A folder stands for all tests in it.
    named.filter((name) => !existsSync(new URL(`${name}.test.ts`, root)) && !hasTests(new URL(`${name}/`, root))),
    [],
  );
});
test('the clients have the versions that are installed', () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const told = [...page.matchAll(/^\| `(@?[a-z/-]+)` \| ([\d.]+),/gm)].map(([, name, version]) => [name, version]);
  assert.equal(
    told,
    ['@skorfmann/terraform-cloud', '@circleci/mcp-server-circleci', 'circle-client'].map((name) => [name, devDependencies[name]]),
  );
});
test.run();
