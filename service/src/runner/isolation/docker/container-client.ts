import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isImageName } from './image-name.ts';

/** Variables by which the clients of Docker and Podman find their configuration and their daemon. */
const clientVariables = /^(PATH|HOME|TMPDIR|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK|XDG_\w+|DOCKER_\w+|CONTAINERS?_\w+)$/;

/** The environment of a client: that of this process, without variables of the work. */
export const clientEnvironment = (): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value !== undefined && clientVariables.test(name) ? [[name, value]] : [])),
  );

/** Time limit in milliseconds for client commands that do not run work. */
const clientTimeout = 30_000;

/** The output of a client. `problem`: its last line if it failed. */
export const askClient = (program: string, words: readonly string[]): Promise<{ readonly output: string; readonly problem?: string }> =>
  promisify(execFile)(program, [...words], {
    timeout: clientTimeout,
    cwd: '/',
    env: clientEnvironment(),
    maxBuffer: 16 * 1024 * 1024,
  }).then(
    ({ stdout }) => ({ output: stdout }),
    (error: { readonly stdout?: string; readonly stderr?: string; readonly message: string }) => ({
      output: error.stdout ?? '',
      problem: (error.stderr || error.message).trim().split('\n').at(-1)!,
    }),
  );

/** Why a container of this image cannot be made: the machine does not have it, or the client does not work. Undefined: it can. */
export const findImageProblem = async (program: string, image: string): Promise<string | undefined> => {
  if (!isImageName(image)) return `'${image.slice(0, 255)}' is not the name of an image`;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const { problem } = await askClient(program, ['image', 'inspect', '--format', '{{.Id}}', image]);
  if (problem === undefined) return undefined;
  return /no such image|image not known|unable to find|failed to find|not found/i.test(problem)
    ? `${name} does not have the image ${image} on this machine, and nothing pulls it: use \`${name} pull ${image}\``
    : `${name} does not work here (${problem})`;
};
