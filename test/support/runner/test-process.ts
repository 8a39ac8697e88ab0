import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { createFileRecord, type FileRecord, type Outcome } from './file.ts';
import type { Message } from './messages.ts';

/** A test file and what it was bundled to. */
export interface TestScript {
  readonly file: string;
  readonly script: string;
  /** Milliseconds. */
  readonly limit: number;
}

const alive = new Set<number>();
const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    /* it ended by itself */
  }
};
process.on('exit', () => {
  for (const pid of alive) killGroup(pid);
});

/** Calls `add` with the text of a stream, and with the number of markers that came before it. `onMarker`: after each of them. */
function splitAtMarkers(stream: Readable, marker: string, add: (index: number, text: string) => void, onMarker: () => void): void {
  let index = 0;
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split(marker);
    rest = '';
    const last = parts.pop()!;
    for (const part of parts) {
      add(index++, part);
      onMarker();
    }
    const start = last.lastIndexOf(marker[0]!);
    // It may be the beginning of a marker.
    if (start >= 0 && marker.startsWith(last.slice(start))) rest = last.slice(start);
    add(index, last.slice(0, last.length - rest.length));
  });
  stream.on('end', () => add(index, rest));
}

/**
 * Node reads the certificates that this variable names each time it starts, which takes longer than all else that it does then; and
 * tests start it thousands of times. What a test trusts it says itself.
 */
const childEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_EXTRA_CA_CERTS: undefined });

const startChild = (scripts: readonly TestScript[], marker: string): ChildProcess => {
  const child = join(dirname(scripts[0]!.script), 'child.js');
  return spawn(process.execPath, [child, marker, ...scripts.map(({ script }) => script)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: childEnvironment(),
    detached: true,
  });
};

/** A watchdog that kills a process group, and says why. */
function createWatchdog(pid: number) {
  let timer: NodeJS.Timeout | undefined;
  let verdict: string | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    stop,
    verdict: (): string | undefined => verdict,
    start(milliseconds: number, why: string): void {
      stop();
      timer = setTimeout(() => {
        verdict = why;
        killGroup(pid);
      }, milliseconds);
    },
  };
}

/** What the end of the process means for the file that was the last to begin. */
function judgeEnd(record: FileRecord, verdict: string | undefined, isEnded: boolean, code: number | null, signal: string | null): void {
  const end = signal ?? `exit code ${code}`;
  if (verdict !== undefined) record.fail(verdict);
  else if (!record.isDone) record.fail(`ended before its tests did (${end})`);
  else if (code !== 0)
    record.fail(isEnded ? `its process ended with ${end} after its last test` : `its tests passed, but it ended with ${end}`);
}

/**
 * Runs test files one after the other in a process (and process group) of their own, until all have run or the process ends. Each
 * outcome is recorded as soon as it is known. Resolves to the number of files that have run, whatever happened to them: at least one.
 */
export function runInProcess(scripts: readonly TestScript[], ending: number, onOutcome: (outcome: Outcome) => void): Promise<number> {
  const marker = `\x1e${randomUUID()}\x1e`;
  const records: FileRecord[] = [];
  const concluded = new Set<number>();
  let ended = 0;
  const seen = [0, 0];
  const recordAt = (index: number): FileRecord => (records[index] ??= createFileRecord(scripts[index]!.file));

  return new Promise((resolve) => {
    const running = startChild(scripts, marker);
    const pid = running.pid!;
    alive.add(pid);
    const watchdog = createWatchdog(pid);
    const conclude = (index: number): void => {
      concluded.add(index);
      onOutcome(recordAt(index).conclude());
    };
    /** A file is over when its process said so and all it printed is here; the last of the process with the process. */
    const concludeEnded = (): void => {
      while (concluded.size < Math.min(ended, seen[0]!, seen[1]!, records.length - 1)) conclude(concluded.size);
    };
    const startWatch = (index: number): void => {
      const { limit } = scripts[index]!;
      watchdog.start(limit, `did not finish within ${limit / 1000} s and was killed`);
    };
    startWatch(0);
    [running.stdout!, running.stderr!].forEach((stream, at) =>
      splitAtMarkers(
        stream,
        marker,
        (index, text) => text !== '' && recordAt(Math.min(index, scripts.length - 1)).addOutput(text),
        () => {
          seen[at]!++;
          concludeEnded();
        },
      ),
    );
    running.on('message', (message: Message) => {
      const record = recordAt(Math.min(ended, scripts.length - 1));
      if (message === 'begin') startWatch(ended);
      else if (message === 'done') {
        record.setDone();
        watchdog.start(ending, `was still running ${ending / 1000} s after its last test: something is left open`);
      } else if ('exitCode' in message) {
        record.setEnd(message);
        ended++;
      } else record.addSuite(message);
      concludeEnded();
    });
    running.on('exit', watchdog.stop);
    running.on('close', (code, signal) => {
      alive.delete(pid);
      watchdog.stop();
      killGroup(pid);
      const last = Math.max(records.length - 1, 0);
      judgeEnd(recordAt(last), watchdog.verdict(), ended > last, code, signal);
      while (concluded.size <= last) conclude(concluded.size);
      resolve(last + 1);
    });
  });
}
