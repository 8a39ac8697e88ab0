import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ContainerSettings, Isolation } from '../isolation.ts';
import { findProgram, type IsolationRequest, IsolationUnavailable, runTrial } from '../trial.ts';
import { askClient, findImageProblem } from './container-client.ts';
import { defaultRunImage } from './image-name.ts';
import { wrapInContainer } from './wrap-in-container.ts';

/** The clients, in the order in which they are tried. */
const clients = ['docker', 'podman'] as const;

/**
 * Client options that give a container's processes the identity of this user, so that their files belong to it: the same user number; the
 * user mapping of rootless Podman; root in a rootless daemon.
 */
const listIdentities = (): readonly (readonly string[])[] => {
  const [user, group] = [process.getuid!(), process.getgid!()];
  const own = ['--user', `${user}:${group}`];
  return user === 0 ? [own] : [own, ['--userns', 'keep-id', ...own], ['--user', '0:0']];
};

const trialScript = (needsNode: boolean): string =>
  `${needsNode ? '"$NODE" --version >/dev/null || exit; ' : ''}[ ! -e "$HOME/hidden/file" ] || ` +
  `{ echo 'it sees what is hidden from it'; exit 1; }; : > "$HOME/own/written"`;

/** Why no container works that is made so; undefined: one does, what it wrote is of this user, and what is hidden from it is not there. */
const tryContainer = async (
  isolation: Isolation,
  settings: ContainerSettings,
  memoryMegabytes: number | undefined,
): Promise<string | undefined> => {
  const root = await mkdtemp(join(tmpdir(), 'slipway-trial-'));
  const [own, hidden] = [join(root, 'own'), join(root, 'hidden')];
  try {
    for (const folder of [own, hidden]) await mkdir(folder);
    await writeFile(join(hidden, 'file'), '');
    const needsNode = isolation.network.kind === 'proxy';
    const programs = needsNode ? [process.execPath] : [];
    const tried = { ...isolation, reads: [root], hides: [hidden] };
    const sandbox = { isolation: tried, folders: [own], temporary: own, programs, memoryMegabytes };
    const command = { argv: ['/bin/sh', '-c', trialScript(needsNode)], folder: own, environment: { HOME: root, NODE: process.execPath } };
    const { argv, environment } = wrapInContainer(command, settings, sandbox);
    const problem = await runTrial(argv[0]!, argv.slice(1), environment);
    if (problem !== undefined) return problem;
    return (await stat(join(own, 'written'))).uid === process.getuid!() ? undefined : 'its files are of another user';
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** A program `docker` may be Podman. */
const findMemoryOptions = async (program: string): Promise<string> => {
  const { output } = await askClient(program, ['--version']);
  return `rw,nosuid,nodev,mode=1777${/podman/i.test(output) ? ',notmpcopyup' : ''}`;
};

const tryClient = async (program: string, request: IsolationRequest): Promise<Isolation | string> => {
  const { image = defaultRunImage, cpus, memoryMegabytes, kind: _kind, ...rest } = request;
  const problem = await findImageProblem(program, image);
  if (problem !== undefined) return problem;
  const memoryOptions = await findMemoryOptions(program);
  const failures: string[] = [];
  for (const identity of listIdentities()) {
    const container = { image, identity, memoryOptions, ...(cpus === undefined ? {} : { cpus }) };
    const isolation: Isolation = { ...rest, kind: 'docker', program, container };
    const failure = await tryContainer(isolation, container, memoryMegabytes);
    if (failure === undefined) return isolation;
    failures.push(failure);
  }
  return `${basename(program)} cannot run a container of ${image} here (${failures[0]})`;
};

/** Tries containers of Docker, then of Podman. Throws IsolationUnavailable if neither works. */
export const tryDocker = async (request: IsolationRequest): Promise<Isolation> => {
  const problems: string[] = [];
  for (const name of clients) {
    const program = await findProgram(name);
    const found = program === undefined ? undefined : await tryClient(program, request);
    if (typeof found === 'object') return found;
    if (found !== undefined) problems.push(found);
  }
  throw new IsolationUnavailable(
    problems.length === 0
      ? 'neither docker nor podman is on the search path: install one of them, or choose another --isolation'
      : `${problems.join('; ')}; or choose another --run-image or --isolation`,
  );
};
