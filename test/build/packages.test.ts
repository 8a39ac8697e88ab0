// watchdog: 300 s
// process: own
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packPackages, type PackedArchive } from '../../build/packages/pack-packages.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installAndDeploy } from './support/install-and-deploy.ts';
import { startLocalRegistry } from './support/local-registry.ts';

/** The archives as strangers get them: in a folder that is not below this checkout. */
const test = suite('published packages');
const real = engine.found ? test : skipWithReason(test, engine.reason);
const root = resolve(import.meta.dirname, '../..');
const output = temporaryFolder({});
const consumer = temporaryFolder({});
let archives: readonly PackedArchive[] = [];

interface Manifest {
  readonly [member: string]: unknown;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly typesVersions?: { readonly '*': Readonly<Record<string, readonly string[]>> };
}
const names = ['cli', 'constructs', 'schema-tools', 'service'] as const;
const readManifest = (name: string): Manifest => JSON.parse(readFileSync(join(output, name, 'package.json'), 'utf8')) as Manifest;

/** What npm would fetch: the packages of this checkout, by links. */
const linkFromCheckout = (...packages: readonly string[]): void => {
  for (const name of packages) {
    const link = join(consumer, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(root, 'node_modules', name), link);
  }
};
const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(SLIPWAY_(?!ENGINE)|TF_|NODE_OPTIONS$|npm_)/.test(name))),
  ...more,
});
const run = (program: string, args: readonly string[], more?: Readonly<Record<string, string>>) =>
  spawnSync(program, args, { cwd: consumer, encoding: 'utf8', env: environment(more) });
const requireSuccess = ({ status, stdout, stderr }: ReturnType<typeof run>): string => {
  assert.is(status, 0, stdout + stderr);
  return stdout;
};
const slipway = join(consumer, 'node_modules/.bin/slipway');

test.before(async () => {
  archives = await packPackages(output);
  const dependencies = Object.fromEntries(
    archives.filter(({ name }) => name !== '@slipway/schema-tools').map(({ name, filename }) => [name, `file:${join(output, filename)}`]),
  );
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  // Nothing of the three is fetched: programs and service depend on nothing, the constructs on peers alone.
  requireSuccess(run('npm', ['install', '--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']));
});

test('each carries license, page, bill of materials and public metadata, and no sources', () => {
  for (const name of names) {
    const files = readdirSync(join(output, name), { recursive: true, encoding: 'utf8' });
    assert.equal(
      ['LICENSE', 'README.md', 'package.json', 'sbom.cdx.json'].filter((file) => !files.includes(file)),
      [],
      name,
    );
    assert.equal(
      files.filter((file) => /^(?!examples\/).*(?<!\.d)\.ts$|\.map$|(^|\/)(src|test|node_modules)\//.test(file)),
      [],
      name,
    );
    const manifest = readManifest(name);
    assert.equal(
      ['private', 'scripts', 'devDependencies', 'workspaces'].filter((member) => member in manifest),
      [],
      name,
    );
    assert.is((manifest['publishConfig'] as { access: string }).access, 'public');
    assert.is(manifest['license'], 'MIT');
  }
});
test('the programs are at most 12 MB and depend on nothing', () => {
  const { unpackedSize } = archives.find(({ name }) => name === '@slipway/cli')!;
  assert.ok(unpackedSize <= 12 * 1024 * 1024, `${unpackedSize} bytes`);
  const { dependencies, peerDependencies, peerDependenciesMeta, bin } = readManifest('cli');
  assert.equal(
    { dependencies, peerDependencies, peerDependenciesMeta },
    {
      dependencies: undefined,
      peerDependencies: { libsql: '0.5.29' },
      peerDependenciesMeta: { libsql: { optional: true } },
    },
  );
  assert.equal(bin, { slipway: 'bin/slipway.cjs', 'mesh-config': 'bin/mesh-config.cjs' });
});
test('the service is at most 7 MB, depends on nothing, and bundles no provider', () => {
  const { unpackedSize } = archives.find(({ name }) => name === '@slipway/service')!;
  assert.ok(unpackedSize <= 7 * 1024 * 1024, `${unpackedSize} bytes`);
  const { dependencies, peerDependencies, peerDependenciesMeta, type, main, types, exports } = readManifest('service');
  assert.equal(
    { dependencies, peerDependencies, peerDependenciesMeta, type, main, types, exports },
    {
      dependencies: undefined,
      peerDependencies: { libsql: '0.5.29' },
      peerDependenciesMeta: { libsql: { optional: true } },
      type: undefined,
      main: './dist/index.cjs',
      types: './dist/index.d.ts',
      exports: {
        '.': {
          import: { types: './dist/index.d.mts', default: './dist/index.mjs' },
          require: { types: './dist/index.d.ts', default: './dist/index.cjs' },
        },
        './package.json': './package.json',
      },
    },
  );
  assert.equal(
    readdirSync(join(output, 'service/dist')).sort(),
    'chunks ci-worker.cjs control-worker.cjs index.cjs index.d.mts index.d.ts index.mjs plan-worker.cjs policy-worker.cjs service.cjs'
      .split(' ')
      .concat(['state-worker.cjs', 'threads']),
  );
});
test('the bill of materials lists what is bundled, with licenses and checksums', () => {
  const bill = JSON.parse(readFileSync(join(output, 'cli', 'sbom.cdx.json'), 'utf8'));
  assert.equal([bill.bomFormat, bill.specVersion, bill.metadata.component.purl], ['CycloneDX', '1.6', 'pkg:npm/%40slipway/cli@0.1.0']);
  const commander = bill.components.find(({ name }: { name: string }) => name === 'commander');
  assert.equal(
    [commander.purl, commander.licenses, commander.scope],
    ['pkg:npm/commander@14.0.3', [{ license: { id: 'MIT' } }], 'required'],
  );
  assert.match(commander.hashes[0].content, /^[0-9a-f]{128}$/);
  assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const notices = readFileSync(join(output, 'cli', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  for (const { name, version } of bill.components.filter((one: { group?: string }) => !one.group))
    assert.match(notices, `${name} ${version} (`);
  const tools = JSON.parse(readFileSync(join(output, 'schema-tools', 'sbom.cdx.json'), 'utf8'));
  assert.ok(tools.components.some(({ purl }: { purl: string }) => purl === 'pkg:npm/%40hyperjump/json-schema@1.18.0'));
});
test('every export is there with its types, also for resolution without exports, and is on the page', () => {
  for (const name of ['constructs', 'schema-tools']) {
    const { exports, typesVersions } = readManifest(name);
    const page = readFileSync(join(output, name, 'README.md'), 'utf8');
    for (const [path, target] of Object.entries(exports)) {
      if (typeof target === 'string') continue;
      const subpath = path.slice(2);
      for (const file of [target.types, target.default].filter((one) => !one.includes('*')))
        assert.ok(existsSync(join(output, name, file)), `${name}: ${path} is ${file}`);
      if (path === '.') continue;
      assert.equal(typesVersions?.['*'][subpath], [target.types], `${name}: ${path}`);
      assert.match(
        page,
        subpath
          .replace('/*', '/<name>')
          .replace(/^(?!cdktn|gen)/, '…/')
          .replace(/^(?=gen)/, '/')
          .replace(/^cdktn/, '/cdktn'),
      );
    }
  }
});
test('types resolve as an ES module, as CommonJS and for a bundler', () => {
  linkFromCheckout('cdktf', 'cdktn', 'constructs', '@types/node');
  linkFromCheckout(...Object.keys(readManifest('schema-tools')['dependencies'] as object));
  symlinkSync(join(output, 'schema-tools'), join(consumer, 'node_modules/@slipway/schema-tools'));
  const subpaths = Object.keys(readManifest('schema-tools').exports).filter((path) => path !== './package.json');
  const constructs = `import { Project } from '@slipway/constructs'; import { Workspace } from '@slipway/constructs/cdktn';
import { Workspace as L1 } from '@slipway/constructs/gen/workspace';
// @ts-expect-error a name is a text
export const wrong: number = {} as Project['name']; export const all = [Project, Workspace, L1];
`;
  const tools = subpaths.map((path, index) => `import * as m${index} from '@slipway/schema-tools${path.slice(1)}'; m${index};`).join('\n');
  const service = `import { startService, type ServiceFault, type TestService, type TestServiceOptions } from '@slipway/service';
const fault: ServiceFault = { fault: '429', times: 'always' }; const options: TestServiceOptions = { port: 0 };
export const started: Promise<TestService> = startService(options).then(async (one) => (await one.addFault(fault), one));
// @ts-expect-error there are no such options
export const misspelled = startService({ sead: {} });
`;
  for (const file of ['a.mts', 'b.cts', 'c.ts']) writeFileSync(join(consumer, file), `${constructs}${service}${tools}\n`);
  const base = { target: 'ES2023', strict: true, noEmit: true, types: ['node'], skipLibCheck: true };
  for (const [name, options, files] of [
    ['node', { module: 'NodeNext', moduleResolution: 'NodeNext' }, ['a.mts', 'b.cts', 'c.ts']],
    ['bundler', { module: 'ESNext', moduleResolution: 'bundler' }, ['c.ts']],
  ] as const) {
    writeFileSync(join(consumer, `tsconfig.${name}.json`), JSON.stringify({ compilerOptions: { ...base, ...options }, files }));
    requireSuccess(run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', `tsconfig.${name}.json`]));
  }
});
test('without SQLite in Node and without libsql, serve says what to do', () => {
  const { status, stdout, stderr } = run(slipway, ['serve', '--in-memory', '--port', '0', '--check']);
  assert.is(status, 2, stdout + stderr);
  if (process.versions.node.startsWith('20.')) {
    const serve = run(slipway, ['serve', '--in-memory', '--port', '0']);
    assert.is(serve.status, 1);
    assert.match(
      serve.stderr,
      `slipway: Node.js ${process.versions.node} has no SQLite: use Node.js 22.16 or newer, or install the package libsql`,
    );
  }
});

const archiveOf = (name: string): string => join(output, archives.find((one) => one.name === name)!.filename);
// To write a lockfile npm unpacks the library, and `npm ci` does so again: cdktn is a quarter of cdktf.
for (const [library, installation, options, version, source] of [
  ['cdktf', 'its own installation', [], '0.21.0', 'archives'],
  ['cdktn', 'npm ci', ['--cdktn', '--no-install'], '0.24.0', 'a registry'],
] as const)
  real(`from ${source} in an empty folder, with ${library}: init, ${installation}, serve, login, deploy, plan, destroy`, async () => {
    const isArchive = source === 'archives';
    const published = (['cli', 'constructs'] as const).map((name) => ({
      archive: archiveOf(`@slipway/${name}`),
      folder: join(output, name),
    }));
    const registry = await startLocalRegistry(isArchive ? [] : published);
    try {
      const dependencies = await installAndDeploy({ registry, source: isArchive ? `file:${archiveOf('@slipway/cli')}` : '0.1.0', options });
      assert.equal(
        Object.keys(dependencies)
          .filter((name) => name.startsWith('cdkt'))
          .join(),
        library,
      );
      assert.equal([dependencies[library], dependencies['constructs'], dependencies['tsx']], [version, '10.7.2', '4.23.15']);
      assert.match(dependencies['@slipway/constructs']!, isArchive ? /^file:.*\/slipway-constructs-0\.1\.0\.tgz$/ : /^0\.1\.0$/);
      assert.equal(
        [...new Set(registry.fetched)].filter((name) => name.startsWith('@slipway/')).sort(),
        isArchive ? [] : ['@slipway/cli', '@slipway/constructs'],
      );
    } finally {
      await registry.close();
    }
  });

test.run();
