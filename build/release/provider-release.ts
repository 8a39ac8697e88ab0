/** The provider as registries and mirrors have it: archives, checksums, a signature, a manifest, and the tree of a network mirror. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerAddress, providerType } from '../../src/engine/address.ts';
import { createZip, type ZipEntry } from '../zip.ts';

/** What one platform's archive holds. */
export interface ProviderArchive {
  readonly platform: string;
  readonly entries: readonly ZipEntry[];
}
export interface ProviderRelease {
  readonly version: string;
  readonly archives: readonly ProviderArchive[];
  readonly folder: string;
  /** The key of gpg that signs the checksums; none: no signature. */
  readonly signingKey?: string;
}

const mirror = join(import.meta.dirname, '../../dist/mirror', providerAddress);

/** The files of a folder, as an archive holds them. */
export const folderEntries = (folder: string): readonly ZipEntry[] =>
  readdirSync(folder).map((name) => {
    const file = join(folder, name);
    return { name, content: readFileSync(file), mode: statSync(file).mode & 0o777 };
  });
/** The provider that needs Node, for each platform that `npm run build` made. */
export const providerArchives = (version: string): readonly ProviderArchive[] =>
  readdirSync(join(mirror, version)).map((platform) => ({ platform, entries: folderEntries(join(mirror, version, platform)) }));

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** The engine's hash of what an archive holds, independent of how it is packed: `h1:…`. */
export const contentHash = (entries: readonly ZipEntry[]): string => {
  const sorted = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1));
  return `h1:${sha256(sorted.map(({ name, content }) => `${sha256(content).toString('hex')}  ${name}\n`).join('')).toString('base64')}`;
};

/** Writes the files, those of a registry in `folder`, the mirror in `folder/mirror`. Answers the names of the files of the registry. */
export function writeProviderRelease({ version, archives, folder, signingKey }: ProviderRelease): readonly string[] {
  const stem = `terraform-provider-${providerType}_${version}`;
  const tree = join(folder, 'mirror', providerAddress);
  mkdirSync(tree, { recursive: true });
  const manifest = Buffer.from(`${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`);
  const files = new Map<string, Buffer>([[`${stem}_manifest.json`, manifest]]);
  const listed: Record<string, { readonly url: string; readonly hashes: readonly string[] }> = {};
  for (const { platform, entries } of archives) {
    const [name, bytes] = [`${stem}_${platform}.zip`, createZip(entries)];
    files.set(name, bytes);
    writeFileSync(join(tree, name), bytes);
    listed[platform] = { url: name, hashes: [contentHash(entries), `zh:${sha256(bytes).toString('hex')}`] };
  }
  writeFileSync(join(tree, 'index.json'), `${JSON.stringify({ versions: { [version]: {} } }, null, 2)}\n`);
  writeFileSync(join(tree, `${version}.json`), `${JSON.stringify({ archives: listed }, null, 2)}\n`);
  const sums = [...files]
    .map(([name, bytes]) => `${sha256(bytes).toString('hex')}  ${name}\n`)
    .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  files.set(`${stem}_SHA256SUMS`, Buffer.from(sums.join('')));
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  if (signingKey === undefined) return [...files.keys()];
  const [signed, signature] = [join(folder, `${stem}_SHA256SUMS`), `${stem}_SHA256SUMS.sig`];
  execFileSync('gpg', ['--batch', '--yes', '--local-user', signingKey, '--output', join(folder, signature), '--detach-sign', signed]);
  return [...files.keys(), signature];
}
