/** The declarations of the command line, which its reference page is made of. */
export type { Checkout } from './build-info.ts';
export { environmentVariables } from './environment.ts';
export { commonFlags } from './flags/common-flags.ts';
export type { Flag, Flags } from './flags/flag.ts';
export { serverFlags } from './flags/server-flags.ts';
export { formatFlagValue } from './flags/values/flag-value.ts';
export { program } from './program.ts';
