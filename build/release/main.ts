/**
 * `npm run release [-- --this-platform | --no-executables]`: the provider for registries and mirrors, and single executables, in
 * dist/release. SLIPWAY_SIGNING_KEY names the key of gpg that signs the checksums.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { platformName } from '../../src/engine/platform.ts';
import { version } from '../../declarations/src/version.ts';
import { buildExecutable, type ExecutableOptions, findNodeProgram } from './executables.ts';
import { providerArchives, writeProviderRelease, type ProviderArchive } from './provider-release.ts';
import { releasePlatforms } from './platforms.ts';

const folder = join(import.meta.dirname, '../../dist/release');
const { values: options } = parseArgs({
  options: { 'this-platform': { type: 'boolean', default: false }, 'no-executables': { type: 'boolean', default: false } },
});

/** Executables of the platforms whose Node can be had. Answers the provider of Windows, which has no other form. */
async function writeExecutables(): Promise<readonly ProviderArchive[]> {
  const own = releasePlatforms.find(({ name }) => name === platformName());
  const builder = own ? findNodeProgram(own) : { reason: `no executable is released for ${platformName()}` };
  if (builder.path === undefined) {
    console.log(`no executables: ${builder.reason}`);
    return [];
  }
  const room = join(folder, 'executables', 'parts');
  const archives: ProviderArchive[] = [];
  for (const platform of options['this-platform'] ? [own!] : releasePlatforms) {
    const node = findNodeProgram(platform);
    if (node.path === undefined) {
      console.log(`no executables of ${platform.name}: ${node.reason}`);
      continue;
    }
    const [place, suffix] = [join(folder, 'executables', platform.name), platform.os === 'win32' ? '.exe' : ''];
    mkdirSync(place, { recursive: true });
    mkdirSync(room, { recursive: true });
    const write = async (program: ExecutableOptions['program'], name: string): Promise<string> => {
      const output = join(place, `${name}${suffix}`);
      await buildExecutable({ program, platform, node: node.path!, builder: builder.path!, room, output });
      console.log(`dist/release/executables/${platform.name}/${name}${suffix}`);
      return output;
    };
    await write('slipway', 'slipway');
    const name = `terraform-provider-slipway_v${version}`;
    const provider = await write('provider', name);
    if (suffix)
      archives.push({ platform: platform.name, entries: [{ name: `${name}.exe`, content: readFileSync(provider), mode: 0o755 }] });
  }
  rmSync(room, { recursive: true });
  return archives;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const archives = [...providerArchives(version), ...(options['no-executables'] ? [] : await writeExecutables())];
const { SLIPWAY_SIGNING_KEY: signingKey } = process.env;
for (const name of writeProviderRelease({ version, archives, folder, ...(signingKey ? { signingKey } : {}) }))
  console.log(`dist/release/${name}`);
console.log('dist/release/mirror: for a web server with TLS (network_mirror), or as it is (filesystem_mirror)');
