/** `npm start [-- --keep]`: builds what is not built, then runs the main job on examples/platform. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { finishWhenInterrupted } from 'slipway/engine/interruption';
import { packageRoot } from 'slipway/engine/package-root';
import { CliError } from '../cli-error.ts';
import { formatError } from '../format-error.ts';
import { runMainJob } from './run-main-job.ts';

/** Parses the arguments, of which only `--keep` is allowed. */
const parseKeepOption = (): boolean => {
  try {
    return parseArgs({ options: { keep: { type: 'boolean', default: false } } }).values.keep;
  } catch (error) {
    throw new CliError(`${(error as Error).message.split('. ')[0]}. npm start takes: --keep`, 2);
  }
};

try {
  const keep = parseKeepOption();
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'build/prepare.ts'], { cwd: packageRoot(), stdio: 'inherit' });
  if (status !== 0) throw new CliError('The build failed; see its output above.');
  const app = join(packageRoot(), 'examples', 'platform');
  if (!existsSync(app)) throw new CliError('examples/platform does not exist.');
  await finishWhenInterrupted(() => runMainJob({ app, keep }));
  if (!keep) console.log('\nDone.');
} catch (error) {
  const { words, exitCode } = formatError(error);
  console.error(`\nslipway: ${words}`);
  process.exitCode = exitCode;
}
