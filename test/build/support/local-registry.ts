/** A registry of npm packages on this machine: the archives that were packed, and what this checkout has installed, by its lockfile. */
import { execFile } from 'node:child_process';
import { createReadStream, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../support/temporary-folder.ts';

export interface LocalRegistry {
  readonly address: string;
  /** The packages whose archives were fetched, in order. */
  readonly fetched: readonly string[];
  close(): Promise<void>;
}
/** An archive that `npm pack` wrote, and the folder that it was made of. */
export interface PublishedArchive {
  readonly archive: string;
  readonly folder: string;
}
interface PackageVersion {
  readonly name: string;
  readonly version: string;
  readonly [member: string]: unknown;
}

const root = resolve(import.meta.dirname, '../../..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const runFile = promisify(execFile);

let locked: Record<string, { version?: string }> | undefined;
/** What the lockfile has of a package, also of one that this platform has no use for; undefined: it is not of this checkout. */
const findLocked = (name: string): PackageVersion | undefined => {
  locked ??= (readJson(join(root, 'package-lock.json')) as { readonly packages: NonNullable<typeof locked> }).packages;
  const { version, ...entry } = locked[`node_modules/${name}`] ?? {};
  // The checksum is that of the public archive. Ours has the same files.
  const { integrity: _integrity, ...rest } = entry as { integrity?: string };
  return version === undefined ? undefined : { ...rest, name, version };
};

const archives = new Map<string, Promise<string>>();
/** An installed package as an archive: all of its folder, with what it bundles. npm takes it uncompressed. Made once for all registries. */
const packInstalled = (name: string): Promise<string> => {
  const pack = async (): Promise<string> => {
    const own = temporaryFolder();
    symlinkSync(join(root, 'node_modules', name), join(own, 'package'));
    await runFile('tar', ['-chf', join(own, 'archive.tar'), '-C', own, 'package']);
    return join(own, 'archive.tar');
  };
  if (!archives.has(name)) archives.set(name, pack());
  return archives.get(name)!;
};

/** Serves packages to npm until it is closed. A name that it does not have is 404. */
export async function startLocalRegistry(published: readonly PublishedArchive[]): Promise<LocalRegistry> {
  const own = new Map(
    published.map(({ archive, folder }) => {
      const version = readJson(join(folder, 'package.json')) as PackageVersion;
      return [version.name, { version, archive }] as const;
    }),
  );
  const fetched: string[] = [];
  const server = createServer(async (request, response) => {
    const address = `http://${request.headers.host}`;
    const [name = '', isArchive] = decodeURIComponent(request.url!.slice(1)).split('/-/');
    const version = own.get(name)?.version ?? findLocked(name);
    if (!version) return void response.writeHead(404).end('{}');
    if (isArchive === undefined) {
      const dist = { tarball: `${address}/${name}/-/archive.tgz` };
      const versions = { [version.version]: { ...version, dist } };
      response.writeHead(200, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify({ name, 'dist-tags': { latest: version.version }, versions }));
    }
    fetched.push(name);
    createReadStream(own.get(name)?.archive ?? (await packInstalled(name))).pipe(response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    fetched,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
