import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageArchives } from '@slipway/test-support/package-archives';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { initApp } from '../src/init/init-app.ts';

const test = suite('the packages of an app that slipway init writes');
const root = resolve(import.meta.dirname, '../..');

/** What an app may take from the public registry: who publishes it there, and the version that an app gets. */
const publicPackages: Readonly<Record<string, readonly [publisher: string, version: string]>> = {
  cdktf: ['HashiCorp', '0.21.0'],
  cdktn: ['Open Constructs Foundation', '0.24.0'],
  constructs: ['Amazon Web Services', '10.7.2'],
  libsql: ['Turso', '0.5.29'],
  tsx: ['Hiroki Osame', '4.23.15'],
};
const ownPackages: Readonly<Record<string, string>> = {
  '@slipway/cli': 'file:../archives/slipway-cli-0.1.0.tgz',
  '@slipway/constructs': 'file:../archives/slipway-constructs-0.1.0.tgz',
};
const templates = readdirSync(join(root, 'examples')).filter((name) => readdirSync(join(root, 'examples', name)).includes('cdktf.json'));

interface WrittenApp {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files: readonly (readonly [path: string, text: string])[];
}
const readApp = (folder: string): WrittenApp => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')] as const);
  const { dependencies, devDependencies } = JSON.parse(files.find(([name]) => name === 'package.json')![1]);
  return { dependencies: { ...dependencies, ...devDependencies }, files };
};
const writeApp = (options: { readonly cdktn?: boolean; readonly template?: string }): WrittenApp => {
  const base = temporaryFolder();
  renameSync(packageArchives(), join(base, 'archives'));
  initApp(join(base, 'app'), { ...options, install: false, packages: join(base, 'archives') });
  return readApp(join(base, 'app'));
};

test('each is a public package that others own, by its version, or an archive of ours', () => {
  assert.equal(templates, ['platform']);
  for (const template of [undefined, ...templates])
    for (const cdktn of [false, true]) {
      const { dependencies } = writeApp({ cdktn, ...(template ? { template } : {}) });
      for (const [name, version] of Object.entries(dependencies))
        assert.is(version, publicPackages[name]?.[1] ?? ownPackages[name], `${name} of ${template ?? 'the small app'}`);
      assert.equal(
        Object.keys(dependencies).filter((name) => name !== 'libsql'),
        ['@slipway/cli', '@slipway/constructs', cdktn ? 'cdktn' : 'cdktf', 'constructs', 'tsx'],
      );
    }
});
test('nothing is imported that the manifest does not have', () => {
  for (const template of [undefined, ...templates])
    for (const cdktn of [false, true]) {
      const { dependencies, files } = writeApp({ cdktn, ...(template ? { template } : {}) });
      const imported = files
        .filter(([path]) => path.endsWith('.ts'))
        .flatMap(([, text]) => [...text.matchAll(/(?:from|import) '([^'.][^']*)'/g)].map(([, name]) => name!))
        .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0])
        .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
      assert.ok(imported.length > 0);
      assert.equal(
        imported.filter((name) => !(name in dependencies)),
        [],
      );
    }
});

/** The message of a refusal, with the folder of the test as `…`; or what was written. */
const init = (folder: string, packages?: string): string | WrittenApp => {
  try {
    initApp(folder, { install: false, ...(packages ? { packages } : {}) });
  } catch (error) {
    return (error as Error).message.replaceAll(resolve(folder, '..'), '…');
  }
  return readApp(folder);
};

test('without archives nothing is written, and the message names the command that makes them', () => {
  const base = temporaryFolder({ 'archives/slipway-cli-0.1.0.tgz': '' });
  assert.is(
    init(join(base, 'app'), join(base, 'archives')),
    '…/archives has no slipway-constructs-0.1.0.tgz. `npm run packages` in a checkout of Slipway writes both.',
  );
  assert.equal(readdirSync(base), ['archives']);
});
test('a package.json that names the archive of one package gets that of the other from beside it', () => {
  for (const name of ['cli', 'constructs']) {
    const base = temporaryFolder({
      'app/package.json': JSON.stringify({ dependencies: { [`@slipway/${name}`]: `file:../archives/slipway-${name}-0.1.0.tgz` } }),
    });
    mkdirSync(join(base, 'archives'));
    assert.match(String(init(join(base, 'app'))), /^…\/archives has no slipway-cli-0\.1\.0\.tgz and no slipway-constructs-0\.1\.0\.tgz\. /);
    for (const file of ['cli', 'constructs']) writeFileSync(join(base, 'archives', `slipway-${file}-0.1.0.tgz`), '');
    const { dependencies } = init(join(base, 'app')) as WrittenApp;
    assert.equal([dependencies['@slipway/cli'], dependencies['@slipway/constructs']], Object.values(ownPackages));
  }
});

const pages = ['README.md', 'cli/README.md', 'constructs/README.md', 'service/README.md', 'service/src/library/README.md'].concat(
  ['schema-tools/README.md'],
  readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
);
test('no page installs a package of ours by a name that the public registry does not have', () => {
  for (const page of pages) {
    const commands = readFileSync(join(root, page), 'utf8').match(/\b(npm (install|i|add)|npx (-p|--package))\b[^`\n]*/g) ?? [];
    assert.equal(
      commands.filter((command) => /@slipway\/|\sslipway(@|\s|$)/.test(command)),
      [],
      page,
    );
  }
});

test('every page names the same libsql for a Node.js without SQLite, and `init` adds it', () => {
  for (const page of ['README.md', 'docs/start.md', 'docs/test-double.md', 'cli/README.md', 'service/src/library/README.md']) {
    const text = readFileSync(join(root, page), 'utf8');
    assert.equal([...new Set(text.match(/libsql@[\d.]+/g))], ['libsql@0.5.29'], page);
    assert.match(text, '22.16', page);
  }
  const hasSqlite = Number(process.versions.node.split('.')[0]) > 22;
  assert.is(writeApp({}).dependencies['libsql'], hasSqlite ? undefined : '0.5.29');
});

test.run();
