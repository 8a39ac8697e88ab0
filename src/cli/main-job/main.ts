/** `npm start [-- --keep]`: builds, then runs the main job on examples/platform. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { packageRoot } from '../../engine/package-root.ts';
import { CliFault } from '../fault.ts';
import { wordsFor } from '../words.ts';
import { mainJob } from './run.ts';

// So that the service ends with us, whatever ends us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

try {
  const { values: { keep } } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: packageRoot(), stdio: 'inherit' });
  if (status !== 0) throw new CliFault('The build failed; its words stand above.');
  const app = join(packageRoot(), 'examples', 'platform');
  if (!existsSync(app)) throw new CliFault('examples/platform is not there yet.');
  await mainJob({ app, keep });
  console.log('\nDone.');
} catch (error) {
  const { words, exitCode } = wordsFor(error);
  console.error(`\nslipway: ${words}`);
  process.exitCode = exitCode;
}
