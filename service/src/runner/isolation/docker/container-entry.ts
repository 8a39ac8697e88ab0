import { numberVariables, restoreVariables } from '../numbered-variables.ts';

/** What a container writes to standard error when its command has ended, before the exit code. */
export const endMark = 'slipway-ended ';

/**
 * What runs in a container, from its first process on: `COUNT NAME... FOLDER WORD...`.
 *
 * Standard input says which signal all processes of the container receive, a name a line. Docker and Podman would give signals to the
 * first process only, which ignores most of them. At the end of the input, the client or the service is gone, and all are killed.
 *
 * Signals to all processes are only right where those of the machine are not among them.
 *
 * The search path of the image stays behind the given one. The folder is made inside: a link that an earlier process left there leads to
 * nothing of the service. Both streams of the command are one, so that they arrive in their order.
 */
const entryScript = `if [ "$$" -ne 1 ]; then echo 'the container has no processes of its own' >&2; exit 126; fi
exec 3<&0 </dev/null
(while read -r slipway_signal <&3; do kill -s "$slipway_signal" -- -1; done; kill -s KILL -- -1) >/dev/null 2>&1 &
exec 3<&-
slipway_path=$PATH
${restoreVariables}
export PATH="$PATH\${slipway_path:+:$slipway_path}"
[ -d "$1" ] || mkdir -p -- "$1"
cd -- "$1" || exit 126
shift
"$@" 2>&1
slipway_code=$?
echo "${endMark}$slipway_code" >&2
exit "$slipway_code"`;

/** What a container starts with: no value of a variable is among `words`. */
export interface ContainerEntry {
  readonly words: readonly string[];
  /** What is added to the environment of the client; the container takes all of it from there. */
  readonly environment: { readonly [name: string]: string };
}

/** The words behind the image, whose entry point is `/bin/sh`. */
export const enterContainer = (given: { readonly [name: string]: string }, folder: string, argv: readonly string[]): ContainerEntry => {
  const { words, environment } = numberVariables(given);
  return { words: ['-c', entryScript, 'slipway-enter', ...words, folder, ...argv], environment };
};
