import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** An environment variable of all processes of a job, by which processes are found that left its process groups. */
export const markVariable = 'SLIPWAY_JOB';

const isMarkedEnvironment = (environment: string, begins: string): boolean =>
  environment.split('\0').some((entry) => entry.startsWith(`${markVariable}=${begins}`));

/** Whether the mark of a process begins so. */
export const hasMark = async (pid: string, begins: string): Promise<boolean> => {
  try {
    return isMarkedEnvironment(await readFile(`/proc/${pid}/environ`, 'latin1'), begins);
  } catch {
    return false;
  }
};

interface ProcessEntry {
  readonly pid: string;
  readonly parent: string;
  readonly session: string;
  readonly isMarked: boolean;
}

/** A file of the kernel. To read it at once takes microseconds, by a thread ten times as long. Undefined: gone, or not ours. */
const readAtOnce = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
};

/** The fields of a process after its name: state, parent, process group, session. Undefined: it has ended. */
const readFields = (pid: string): readonly string[] | undefined => {
  const stat = readAtOnce(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields;
};

/** Where the number of threads is among these fields. */
const threadsField = 17;

const readProcess = (pid: string, begins: string): ProcessEntry | undefined => {
  const fields = readFields(pid);
  if (!fields) return undefined;
  const [, parent = '', , session = ''] = fields;
  return { pid, parent, session, isMarked: isMarkedEnvironment(readAtOnce(`/proc/${pid}/environ`) ?? '', begins) };
};

const isAnyLeft = (pids: Iterable<string>): boolean => [...pids].some((pid) => readFields(pid) !== undefined);

/** Processes that are read before others have their turn. */
const processesPerTurn = 64;

const readProcesses = async (pids: readonly string[], begins: string): Promise<readonly ProcessEntry[]> => {
  const found: ProcessEntry[] = [];
  for (const [at, pid] of pids.entries()) {
    if (at % processesPerTurn === processesPerTurn - 1) await nextTurn();
    const one = readProcess(pid, begins);
    if (one) found.push(one);
  }
  return found;
};

/** The marked processes, their descendants, and all processes of the sessions of both, which may have another environment. */
const findProcesses = async (begins: string): Promise<readonly string[]> => {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = await readProcesses(names, begins);
  const own = all.find(({ pid }) => pid === String(process.pid));
  const others = all.filter(({ pid, session }) => pid !== own?.pid && session !== own?.session);
  const found = new Map(others.filter(({ isMarked }) => isMarked).map((one) => [one.pid, one]));
  for (const [, member] of found)
    for (const one of others) if (one.parent === member.pid || one.session === member.session) found.set(one.pid, one);
  return [...found.keys()];
};

/** How many processes and threads there are whose mark begins so, with what they started. */
export const countMarkedProcesses = async (begins: string): Promise<number> =>
  (await findProcesses(begins)).reduce((sum, pid) => sum + Number(readFields(pid)?.[threadsField] ?? 0), 0);

/** Milliseconds between two looks at processes that are being ended. */
const pause = 5;
const maxRounds = 60;

const kill = (pid: string): void => {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

/**
 * Kills all processes whose mark begins so, with what they started, and waits until they are gone; returns their number. Finds none on
 * a system without `/proc`, and not what has neither the mark nor a relative that has it.
 */
export const killMarkedProcesses = async (begins: string): Promise<number> => {
  const killed = new Set<string>();
  // Until two rounds find none: a process has no environment for a moment while it executes another program.
  for (let round = 0, none = 0; round < maxRounds && none < 2; round++) {
    const found = await findProcesses(begins);
    none = found.length === 0 ? none + 1 : 0;
    for (const pid of found) {
      killed.add(pid);
      kill(pid);
    }
    // A relative whose marked parent has gone is not found again, although it may not have ended yet.
    if (isAnyLeft(killed)) {
      none = 0;
      await sleep(pause);
    }
  }
  return killed.size;
};
