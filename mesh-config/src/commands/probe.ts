import { stat } from 'node:fs/promises';
import { duration, string } from '../flags/flag.ts';
import { formatMilliseconds } from '../flags/values/flag-value.ts';
import { type Command, exitCodes, CommandError } from './command.ts';

/** Milliseconds by which a file may be older than the interval: a timer updates it. */
const grace = 10;

/** `2026-11-21 01:28:25.171096236 +0000 UTC`: no zeros at the end of the fraction. */
const formatTime = (nanoseconds: bigint): string => {
  const past = ((nanoseconds % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  const [date, time] = new Date(Number((nanoseconds - past) / 1_000_000n)).toISOString().split(/[T.]/) as [string, string];
  const fraction = past.toString().padStart(9, '0').replace(/0+$/, '');
  return `${date} ${time}${fraction ? `.${fraction}` : ''} +0000 UTC`;
};

const describeStatError = (path: string, error: NodeJS.ErrnoException): string =>
  ({
    ENOENT: `stat ${path}: no such file or directory`,
    EACCES: `stat ${path}: permission denied`,
    ENOTDIR: `stat ${path}: not a directory`,
  })[error.code ?? ''] ?? `stat ${path}: ${error.code ?? error.message}`;

export const probeCommand: Command = {
  name: 'probe',
  short: 'Check the liveness or readiness of a locally running server',
  flags: {
    interval: duration(0, "Duration used for checking the target file's last modified time"),
    'probe-path': string('', 'Path of the file used to check availability'),
  },
  run: async (options) => {
    const [interval, path] = [options['interval'] as number, options['probe-path'] as string];
    if (path === '' || interval <= 0) throw new CommandError('some options are not valid');
    const { mtimeNs } = await stat(path, { bigint: true }).catch((error: NodeJS.ErrnoException) => {
      throw new CommandError(`fail on inspecting path ${path}: ${describeStatError(path, error)}`);
    });
    const within = interval + grace;
    if (Date.now() - Number(mtimeNs) / 1e6 > within) {
      throw new CommandError(
        `fail on inspecting path ${path}: ` +
          `file ${path} is too old (last modified time ${formatTime(mtimeNs)}, should be within ${formatMilliseconds(within)})`,
      );
    }
    process.stdout.write('OK');
    return exitCodes.done;
  },
};
