import { type FileHandle, open } from 'node:fs/promises';
import { runnerLimits } from './runner-limits.ts';
import type { OutputMask } from './mask/output-mask.ts';

/** What one parallel run wrote, secrets hidden, in one file; each step is a stretch of it. Rejects with the system's error where the disk fails. */
export interface JobLog {
  /** Bytes so far. */
  size(): number;
  /** What the service itself says, as a line. */
  writeLine(words: string): Promise<void>;
  /** Output of a step; beyond its share it is read and dropped. */
  writeOutput(chunk: Buffer): Promise<void>;
  /** A step ends: what was held back is written. */
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
      const room = Math.min(runnerLimits.stepOutput - used, runnerLimits.output - size);
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
