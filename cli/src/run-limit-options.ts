import { type Command, InvalidArgumentError, Option } from 'commander';

/** Limits of what all processes of a run or a job do together. */
export interface RunLimitOptions {
  readonly runProcesses: number;
  readonly runDiskMegabytes?: number;
}

/** Default limit of processes and threads: far above what runs and jobs need, and low enough for the machine to stay usable. */
const defaultProcesses = 4096;

const parseLimit = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 to 9999999.');
  return Number(text);
};

export const runLimitOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--run-processes <number>', 'processes and threads that a run or a job has at once')
        .argParser(parseLimit)
        .default(defaultProcesses),
    )
    .addOption(
      new Option('--run-disk-megabytes <number>', 'disk that the folders of a run or a job take (default: no limit)').argParser(parseLimit),
    );
