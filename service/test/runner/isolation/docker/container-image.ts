/** An image of programs of this machine, so that nothing is pulled, and a Podman that works here. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

export const testImage = 'slipway-test:1';

const programs = (
  'sh bash cat chmod cp cut dd env find git grep gzip head id ln ls mkdir mkfifo mknod node ps rm sed seq setsid sleep sort ' +
  'tail tar touch tr true wc'
).split(' ');

const findFile = (name: string): readonly string[] => {
  const { stdout } = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' });
  return stdout.startsWith('/') ? [realpathSync(stdout.trim()), stdout.trim()] : [];
};

/** The libraries of a program, with what leads to them. */
const listLibraries = (file: string): readonly string[] => {
  const { stdout } = spawnSync('ldd', [file], { encoding: 'utf8' });
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path]) => path!).flatMap((path) => [path, realpathSync(path)]);
};

/** Words of `tar`: links of the root, programs and libraries, but not Node itself, which comes from outside. */
const listContent = (): readonly string[] => {
  const files = programs.flatMap(findFile);
  const all = [...files.filter((file) => !file.endsWith('/node')), ...files.flatMap(listLibraries)];
  // A path below a link of the root, such as /lib, would be a folder in its place.
  const real = all.map((path) => join(realpathSync(join(path, '..')), path.slice(path.lastIndexOf('/') + 1)));
  const links = ['bin', 'sbin', 'lib', 'lib64'].filter((name) => existsSync(join('/', name)));
  return [...links, ...new Set(real.map((path) => path.slice(1)))];
};

const runsTestImage = (): string | undefined => {
  const words = ['run', '--rm', '--pull', 'never', '--network', 'none', '--pids-limit', '64', testImage, '/bin/sh', '-c', 'exit 0'];
  const { status, stderr } = spawnSync('podman', words, { encoding: 'utf8', timeout: 60_000 });
  return status === 0 ? undefined : (stderr || `exit code ${status}`).trim().split('\n').at(-1)!;
};

/** For a machine whose user may not raise limits, and whose cgroups are of both versions. */
const modestConfiguration = '[containers]\ndefault_ulimits = ["nofile=1024:4096", "nproc=1024:1024"]\n[engine]\nruntime = "runc"\n';

let configuration: string | undefined;

/** Makes what starts Podman from now on use what works here: each file of tests has the variables of the start again. */
export const configurePodman = (): void => {
  if (configuration !== undefined) process.env['CONTAINERS_CONF'] = configuration;
};

const prepare = (): string | undefined => {
  if (spawnSync('podman', ['--version']).status !== 0) return 'podman is not installed';
  if (spawnSync('podman', ['image', 'exists', testImage]).status !== 0) {
    const archive = execFileSync('tar', ['-C', '/', '-cf', '-', ...listContent()], { maxBuffer: 1024 ** 3 });
    const { status, stderr } = spawnSync('podman', ['import', '-', testImage], { input: archive, encoding: 'utf8' });
    if (status !== 0) return `podman cannot import an image here: ${stderr.trim().split('\n').at(-1)}`;
  }
  const problem = runsTestImage();
  if (problem === undefined) return undefined;
  configuration = join(temporaryFolder(), 'containers.conf');
  writeFileSync(configuration, modestConfiguration);
  configurePodman();
  return runsTestImage() === undefined ? undefined : `podman starts no container here: ${problem}`;
};

export const podmanProgram = findFile('podman')[0] ?? 'podman';

/** Why there is no Podman to test with; undefined: there is, and it has `testImage`. */
export const podmanProblem = prepare();
