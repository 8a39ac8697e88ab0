import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** An environment variable of all processes of a job, by which processes are found that left its process groups. */
export const markVariable = 'SLIPWAY_JOB';

/** Whether the mark of a process begins so. */
export const hasMark = async (pid: string, begins: string): Promise<boolean> => {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').some((entry) => entry.startsWith(`${markVariable}=${begins}`));
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

/** The fields of a process after its name: state, parent, process group, session. Undefined: it has ended. */
const readFields = async (pid: string): Promise<readonly string[] | undefined> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined);
  // The name in parentheses may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields?.[0] === 'Z' ? undefined : fields;
};

const readProcess = async (pid: string, begins: string): Promise<ProcessEntry | undefined> => {
  const fields = await readFields(pid);
  if (!fields) return undefined;
  const [, parent = '', , session = ''] = fields;
  return { pid, parent, session, isMarked: await hasMark(pid, begins) };
};

const isAnyLeft = async (pids: Iterable<string>): Promise<boolean> =>
  (await Promise.all([...pids].map(readFields))).some((fields) => fields !== undefined);

/** The marked processes, their descendants, and all processes of the sessions of both, which may have another environment. */
const findProcesses = async (begins: string): Promise<readonly string[]> => {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map((pid) => readProcess(pid, begins)))).filter((one) => one !== undefined);
  const own = all.find(({ pid }) => pid === String(process.pid));
  const others = all.filter(({ pid, session }) => pid !== own?.pid && session !== own?.session);
  const found = new Map(others.filter(({ isMarked }) => isMarked).map((one) => [one.pid, one]));
  for (const [, member] of found)
    for (const one of others) if (one.parent === member.pid || one.session === member.session) found.set(one.pid, one);
  return [...found.keys()];
};

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
    if (await isAnyLeft(killed)) {
      none = 0;
      await sleep(pause);
    }
  }
  return killed.size;
};
