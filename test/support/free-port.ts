import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Below the ports that systems give to outgoing connections and to who listens at port 0 (Linux: from 32768; others: from 49152), so that
 * nobody comes to have one by chance before the program for which it is meant.
 */
const firstPort = 15_000,
  portCount = 17_000;

const claims = join(tmpdir(), 'slipway-test-ports');
const claimed: string[] = [];
process.on('exit', () => {
  for (const claim of claimed) rmSync(claim, { force: true });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const writeClaim = (claim: string): boolean => {
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx' });
    claimed.push(claim);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Whether this process has the port from now on, among all that run tests. The claim of a process that was killed goes with the next. */
function claimPort(port: number): boolean {
  const claim = join(claims, String(port));
  if (writeClaim(claim)) return true;
  let owner = 0;
  try {
    owner = Number(readFileSync(claim, 'utf8'));
  } catch {
    /* its owner has just ended */
  }
  if (owner > 0 && !isRunning(owner)) rmSync(claim, { force: true });
  return false;
}

/** Whether no process listens at a port, on any address. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, () => probe.close(() => resolve(true)));
  });

/** Each process starts at another port, so that two rarely try the same one. */
let next = process.pid * 31;

/** A port without a listener, which no other test gets while this process runs: for a program to listen at, or to be refused. */
export async function freePort(): Promise<number> {
  mkdirSync(claims, { recursive: true });
  for (;;) {
    const port = firstPort + (next++ % portCount);
    if (claimPort(port) && (await isFree(port))) return port;
  }
}
