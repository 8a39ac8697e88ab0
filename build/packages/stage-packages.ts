/** The folders that become the archives of `@slipway/cli`, `@slipway/constructs` and `@slipway/schema-tools`, made anew in `output`. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildConstructs } from '../../constructs/build.ts';
import { buildPackage } from '../../schema-tools/build.ts';
import { providerAddress, providerType } from '../../src/engine/address.ts';
import { buildCommandLines, buildLinter } from '../programs.ts';
import { providerArchives } from '../release/provider-release.ts';
import { createZip } from '../zip.ts';
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
const schemaKeywords = ['json-schema', 'deprecated', 'annotations', 'lint', 'linter', 'language-server', 'yaml', 'toml'];

/** `slipway` and `mesh-config` as bundles. Needs `npm run build` for the provider. */
export async function stageCli(output: string): Promise<string> {
  const folder = freshFolder(output, 'cli');
  const { dependencies: _dependencies, ...source } = readManifest(join(root, 'cli'));
  const { dependencies } = readManifest(join(root, 'service'));
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
    // Node 22.16 and newer have SQLite inside; older ones take this package, which brings 19 MB.
    peerDependencies: { libsql: dependencies!['libsql'] },
    peerDependenciesMeta: { libsql: { optional: true } },
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
