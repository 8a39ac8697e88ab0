import { numberVariables, restoreVariables } from '../numbered-variables.ts';

/** What a container writes to standard error when its command has ended, before the exit code. */
export const endMark = 'slipway-ended ';

/**
 * The first process of a container: `COUNT NAME... FOLDER WORD...`.
 *
 * It reads names of signals from standard input, one per line, and sends them to all processes of the container. Docker and Podman would
 * give signals to the first process only, which ignores most of them. The end of the input means that the client or the service has ended,
 * and all processes are killed.
 *
 * It refuses to run without its own PID namespace, where the signals would reach processes of the machine.
 *
 * The search path of the image stays behind the given one. The folder is made inside: a link left there by an earlier process then cannot
 * lead to files of the service. Both streams of the command are joined, so that their order is kept.
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
