import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The current long-term release; its binary is a package of the registry that everything else comes from. */
export const currentRelease = '26.10.0';

/** That Node's executable, installed once beside the project's other scratch files; or why it is not to be had. */
export const currentNode = (): { readonly path?: string; readonly reason: string } => {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const name = platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
  const folder = resolve(import.meta.dirname, '../../.slipway', `node-${currentRelease}`);
  const path = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(path)) return { path, reason: '' };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private": true}');
  const npm = spawnSync('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${currentRelease}`], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return existsSync(path)
    ? { path, reason: '' }
    : { reason: `Node ${currentRelease} could not be installed: ${(npm.stderr || String(npm.error ?? '')).trim().split('\n').at(-1)}` };
};
