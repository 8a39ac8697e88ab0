import { markVariable } from '../marked-processes.ts';

/** Variables on their way into a sandbox. */
export interface NumberedVariables {
  /** Words for `restoreVariables`: how many names, and the names. They have no value. */
  readonly words: readonly string[];
  /** The environment of the program that starts the sandbox. */
  readonly environment: { readonly [name: string]: string };
}

/** Names that bash sets itself, and those of the script. */
const isReserved = (name: string): boolean => /^(UID|EUID|PPID|SHELLOPTS|BASHOPTS|BASH_VERSINFO|SLIPWAY_VALUE_.*|slipway_.*)$/.test(name);

/**
 * Gives variables numbers instead of names. What runs chooses them, and under their own names some would change what the programs outside
 * of its sandbox do, with the rights of the service: LD_PRELOAD and its kin, DOCKER_HOST, HOME, functions of bash. The mark keeps its name,
 * because processes are found by it from outside, and so do names with a dot or a dash, which no shell can set and no loader reads.
 * Names with other characters are left out.
 */
export const numberVariables = ({ [markVariable]: mark, ...others }: { readonly [name: string]: string }): NumberedVariables => {
  const all = Object.entries(others).filter(([name]) => !isReserved(name));
  const named = all.filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const kept = all.filter(([name]) => /^[\w.-]*[.-][\w.-]*$/.test(name));
  return {
    words: [`${named.length}`, ...named.map(([name]) => name)],
    environment: {
      ...Object.fromEntries(named.map(([, value], at) => [`SLIPWAY_VALUE_${named.length - at}`, value])),
      ...Object.fromEntries(kept),
      ...(mark === undefined ? {} : { [markVariable]: mark }),
    },
  };
};

/** Lines of a shell inside: takes the words from its arguments, and gives the variables their names. */
export const restoreVariables = `slipway_left=$1; shift
while [ "$slipway_left" -gt 0 ]; do
eval "export $1=\\"\\$SLIPWAY_VALUE_$slipway_left\\"; unset SLIPWAY_VALUE_$slipway_left"
slipway_left=$((slipway_left - 1)); shift
done
unset slipway_left`;
