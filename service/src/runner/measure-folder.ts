import { execFile } from 'node:child_process';

/** Milliseconds in which a folder has to be measured. */
const timeout = 120_000;

/**
 * Bytes that a folder and what is in it have on the disk, of one file system; a file with several names counts once. What cannot be read
 * does not count, nor does a file that is open and has no name any more. Undefined: it cannot be measured. The program `du` follows no
 * link that takes the place of a folder meanwhile, and leaves this process its time.
 */
export const measureFolder = (folder: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const options = { timeout, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' }, cwd: '/' };
    // It exits with 1 if a file was deleted while it looked, and still prints the sum.
    execFile('du', ['-skx', '--', folder], options, (_error, output) => {
      const blocks = /^(\d+)\s/.exec(output)?.[1];
      resolve(blocks === undefined ? undefined : Number(blocks) * 1024);
    });
  });
