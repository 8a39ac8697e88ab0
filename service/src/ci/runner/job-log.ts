import { type FileHandle, open } from 'node:fs/promises';
import { jobLimits } from './job-limits.ts';
import type { OutputMask } from '../../runner/mask/output-mask.ts';

/** The log file of one parallel run, with masked secrets; each step is a range of it. Rejects with the system's error if the disk fails. */
export interface JobLog {
  /** Size so far, in bytes. */
  size(): number;
  /** Writes a line of the service itself. */
  writeLine(words: string): Promise<void>;
  /** Writes output of a step; output beyond the limit is discarded. */
  writeOutput(chunk: Buffer): Promise<void>;
  /** Ends a step: writes what the mask held back. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export const openJobLog = async (file: string, createMask: () => OutputMask): Promise<JobLog> => {
  const handle: FileHandle = await open(file, 'w', 0o600);
  let [mask, size, used, cut, broken] = [createMask(), 0, 0, false, false];
  const write = async (bytes: Buffer): Promise<void> => {
    if (bytes.length > 0) {
      await handle.appendFile(bytes);
      size += bytes.length;
      broken = bytes.at(-1) !== 10;
    }
  };
  const line = (words: string): Promise<void> => write(Buffer.from(`${broken ? '\n' : ''}${words}\n`));
  const masked = (words: string): string => {
    const one = createMask();
    return Buffer.concat([one.push(Buffer.from(words)), one.end()]).toString('utf8');
  };
  return {
    size: () => size,
    writeLine: (words) => line(masked(words)),
    async writeOutput(chunk) {
      const room = Math.min(jobLimits.stepOutput - used, jobLimits.output - size);
      used += chunk.length;
      if (room > 0) await write(mask.push(chunk.subarray(0, room)));
      if (chunk.length <= room || cut) return;
      cut = true;
      await write(mask.end());
      await line("[the rest of this step's output is not kept: it is too long]");
    },
    async flush() {
      await write(mask.end());
      [mask, used, cut] = [createMask(), 0, false];
      if (broken) await write(Buffer.from('\n'));
    },
    close: () => handle.close(),
  };
};
