/** `npm run dev [-- arguments of slipway serve]`: builds, serves, and does both again whenever a source changes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildInputFolders } from './inputs.ts';
import { restartOnChange } from './restart-on-change.ts';

const root = join(import.meta.dirname, '..');

function build(): boolean {
  return spawnSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: root, stdio: 'inherit' }).status === 0;
}

function main(): void {
  if (!build()) process.exit(1);
  const folders = buildInputFolders(root);
  console.log(`Watching ${folders.length} folders of sources.`);
  const restarter = restartOnChange({
    folders,
    build,
    command: [process.execPath, join(root, 'cli/bin/slipway.cjs'), 'serve', ...process.argv.slice(2)],
    log: (line) => console.log(line),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      void restarter.stop().then(() => process.exit(130));
    });
}

main();
