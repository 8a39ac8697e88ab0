import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Programs {
  /** The command line. */
  readonly slipway: string;
  readonly meshConfig: string;
  readonly providerBundle: string;
  /** A filesystem mirror that holds the provider. */
  readonly mirror: string;
}

const ownRoot = join(import.meta.dirname, '../..');
const copiedPrograms = new Map<string, Programs>();

/** What is built in a checkout, copied once: a build that happens during the bench changes nothing that is measured. */
export const copyPrograms = (root = ownRoot): Programs => {
  const known = copiedPrograms.get(root);
  if (known) return known;
  for (const built of ['provider/provider.cjs', 'mirror']) {
    if (!existsSync(join(root, 'dist', built))) throw new Error(`dist/${built} is not built yet; run \`npm run build\``);
  }
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-programs-'));
  // A checkout of before has `bin` at its top, and the other file alone.
  const bin = existsSync(join(root, 'cli')) ? 'cli/bin' : 'bin';
  for (const name of [bin, ...(bin === 'bin' ? [] : ['cli/package.json']), 'dist', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const programs: Programs = {
    slipway: join(folder, bin, existsSync(join(folder, bin, 'slipway.cjs')) ? 'slipway.cjs' : 'slipway.mjs'),
    meshConfig: join(folder, bin, 'mesh-config.cjs'),
    providerBundle: join(folder, 'dist/provider/provider.cjs'),
    mirror: join(folder, 'dist/mirror'),
  };
  copiedPrograms.set(root, programs);
  return programs;
};
