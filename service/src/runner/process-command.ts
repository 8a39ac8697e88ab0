import type { Sandbox } from './isolation/isolation.ts';

/** The descriptor of the first input of a process. Lower ones are its streams, and the pipe of its guard. */
export const firstInput = 4;

/** A process to start: its arguments, folder and environment. */
export interface ProcessCommand {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly environment: { readonly [name: string]: string };
  /** The folders of the cgroups that the process enters. */
  readonly cgroups?: readonly string[];
  /** Files that are opened for it to read, at descriptors from `firstInput` on. */
  readonly inputs?: readonly string[];
  /** Bytes that each file has at most which it writes. */
  readonly fileBytes?: number | undefined;
  /** The files that the process sees; undefined: all that this process sees. */
  readonly sandbox?: Sandbox | undefined;
}
