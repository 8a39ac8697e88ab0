import { existsSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createFileProbe } from '../../src/probes/file-probe.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

/** Run on a disk with room for one file: what a probe reports and leaves there while the disk is full, and afterwards. One line of JSON. */
const [folder] = process.argv.slice(2) as [string];
const [path, other] = [`${folder}/ready`, `${folder}/other`];
const log = createRecordingScope();
let reason: string | undefined;
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds())
    await new Promise((done) => {
      setTimeout(done, 2);
    });
};
const probe = () =>
  createFileProbe({
    name: 'readiness probe',
    path,
    interval: 20,
    scope: log,
    checks: [{ name: 'validation server', failure: () => reason, isStopped: () => false }],
  });

writeFileSync(other, '');
const refused = await probe()
  .start()
  .then(
    () => undefined,
    (error: Error) => error.message,
  );
rmSync(other);
const running = probe();
await running.start();
reason = 'no answer';
await until(() => !existsSync(path));
writeFileSync(other, '');
reason = undefined;
await until(() => log.lines.some((line) => line.includes('ENOSPC')));
const full = existsSync(path);
rmSync(other);
await until(() => existsSync(path));
// Touching an existing file needs no space.
utimesSync(path, 1, 1);
await until(() => statSync(path).mtimeMs > 1_000_000_000_000);
await running.stop();
process.stdout.write(`${JSON.stringify({ refused, full, left: existsSync(path), lines: log.lines })}\n`);
