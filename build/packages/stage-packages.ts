/** The folders that become the archives of `@slipway/cli`, `constructs`, `schema-tools` and `service`, made anew in `output`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConstructs } from '../../constructs/build.ts';
import { buildPackage } from '../../schema-tools/build.ts';
import { providerAddress, providerType } from '../../src/engine/address.ts';
import { buildCommandLines, buildLinter, buildServiceLibrary } from '../programs.ts';
import { providerArchives } from '../release/provider-release.ts';
import { createZip } from '../zip.ts';
import { renderLibraryTypes } from './library-types.ts';
import { publishedManifest } from './published-manifest.ts';
import { type PublishedManifest, writePackageFiles } from './stage-package.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');

const readManifest = (folder: string): PublishedManifest & { readonly [member: string]: unknown } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PublishedManifest & { readonly [member: string]: unknown };
const freshFolder = (output: string, name: string): string => {
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** One archive of the provider for each platform: the layout of a mirror that takes least room. */
const writePackedMirror = (folder: string, version: string): void => {
  const to = join(folder, providerAddress);
  mkdirSync(to, { recursive: true });
  for (const { platform, entries } of providerArchives(version))
    writeFileSync(join(to, `terraform-provider-${providerType}_${version}_${platform}.zip`), createZip(entries));
};

const cliKeywords = ['terraform', 'opentofu', 'hcp-terraform', 'circleci', 'terraform-provider', 'emulator', 'cdktf', 'service-mesh'];
const constructsKeywords = ['cdktf', 'cdktn', 'terraform', 'opentofu', 'hcp-terraform', 'circleci', 'constructs'];
const serviceKeywords = ['hcp-terraform', 'terraform-cloud', 'circleci', 'emulator', 'mock', 'test-double', 'testing'];
const schemaKeywords = ['json-schema', 'deprecated', 'annotations', 'lint', 'linter', 'language-server', 'yaml', 'toml'];

/** Node 22.16 and newer have SQLite inside; older ones take this package, which brings 19 MB. */
const sqlitePeer = (): object => ({
  peerDependencies: { libsql: readManifest(join(root, 'service')).dependencies!['libsql'] },
  peerDependenciesMeta: { libsql: { optional: true } },
});

/** `slipway` and `mesh-config` as bundles. Needs `npm run build` for the provider. */
export async function stageCli(output: string): Promise<string> {
  const folder = freshFolder(output, 'cli');
  const { dependencies: _dependencies, ...source } = readManifest(join(root, 'cli'));
  const bundles = await buildCommandLines({ folder: join(folder, 'dist'), isPublished: true });
  cpSync(join(dist, 'provider'), join(folder, 'dist', 'provider'), { recursive: true });
  writePackedMirror(join(folder, 'dist', 'mirror'), source.version);
  for (const file of ['slipway.cjs', 'mesh-config.cjs', 'launch.cjs', 'app-preload.cjs'])
    cpSync(join(root, 'cli', 'bin', file), join(folder, 'bin', file));
  cpSync(join(root, 'cli', 'README.md'), join(folder, 'README.md'));
  // What `slipway init --template platform` writes.
  cpSync(join(root, 'examples', 'platform'), join(folder, 'examples', 'platform'), {
    recursive: true,
    filter: (path) => !/(^|[\\/])(cdktf\.out|node_modules|\.terraform|[^\\/]*\.tfstate[^\\/]*)$/.test(path),
  });
  const manifest = publishedManifest(source, 'cli', {
    keywords: cliKeywords,
    exports: { './package.json': './package.json' },
    ...sqlitePeer(),
  }) as unknown as PublishedManifest;
  writePackageFiles({ root, folder, manifest, bundles });
  return folder;
}

/** The constructs, for cdktf and for cdktn, with types. */
export async function stageConstructs(output: string): Promise<string> {
  const folder = freshFolder(output, 'constructs');
  const source = join(root, 'constructs');
  const bundle = await buildConstructs({ withTypes: true });
  cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  const manifest = publishedManifest(readManifest(source), 'constructs', { keywords: constructsKeywords });
  writePackageFiles({ root, folder, manifest: manifest as unknown as PublishedManifest, bundles: [bundle] });
  return folder;
}

/** The library with its types, and `slipway-lint`. */
export async function stageSchemaTools(output: string): Promise<string> {
  const folder = freshFolder(output, 'schema-tools');
  await buildPackage(folder);
  rmSync(join(folder, 'dist'), { recursive: true });
  const bundles = await buildLinter({ folder: join(folder, 'dist'), isPublished: true });
  const manifest = publishedManifest(readManifest(folder), 'schema-tools', { keywords: schemaKeywords });
  writePackageFiles({ root, folder, manifest: manifest as unknown as PublishedManifest, bundles });
  return folder;
}

/** An ES module beside the bundle: a name that every tool finds, whatever it makes of CommonJS. */
const moduleEntry = `import service from './index.cjs';\n\nexport const { startService } = service;\n`;

/** The service as a library: CommonJS and an ES module, its threads and types. Depends on nothing. */
export async function stageService(output: string): Promise<string> {
  const folder = freshFolder(output, 'service');
  const programs = join(folder, 'dist');
  const { dependencies: _dependencies, type: _type, ...source } = readManifest(join(root, 'service'));
  // Not minified: of an error that nobody catches, Node.js prints the line that threw it.
  const bundles = await buildServiceLibrary({ folder: programs, isPublished: false });
  writeFileSync(join(programs, 'index.mjs'), moduleEntry);
  const types = renderLibraryTypes(root);
  for (const file of ['index.d.ts', 'index.d.mts']) writeFileSync(join(programs, file), types);
  cpSync(join(root, 'service/src/library/README.md'), join(folder, 'README.md'));
  const manifest = publishedManifest(source, 'service', {
    keywords: serviceKeywords,
    main: './dist/index.cjs',
    types: './dist/index.d.ts',
    exports: {
      '.': {
        import: { types: './dist/index.d.mts', default: './dist/index.mjs' },
        require: { types: './dist/index.d.ts', default: './dist/index.cjs' },
      },
      './package.json': './package.json',
    },
    ...sqlitePeer(),
  }) as unknown as PublishedManifest;
  writePackageFiles({ root, folder, manifest, bundles });
  return folder;
}
