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

/**
 * Reads a file of the kernel synchronously, which takes microseconds; in a thread it takes ten times as long. Undefined: the process ended,
 * or belongs to another user.
 */
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

/** The index of the number of threads among the fields. */
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

/** The number of processes and threads whose mark has this prefix, and of their descendants. */
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
 * Kills all processes whose mark has this prefix, with their descendants, and waits for their end; returns how many. It finds none on a
 * system without `/proc`, and no process that has neither the mark nor a marked relative.
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
    // A descendant whose marked parent ended is not found again, although it may still run.
    if (isAnyLeft(killed)) {
      none = 0;
      await sleep(pause);
    }
  }
  return killed.size;
};
