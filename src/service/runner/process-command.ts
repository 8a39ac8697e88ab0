import type { Sandbox } from './isolation/isolation.ts';

/** What is started, and where. */
export interface ProcessCommand {
  readonly argv: readonly string[];
  readonly folder: string;
  readonly environment: { readonly [name: string]: string };
  /** The folders of the cgroups that the process enters. */
  readonly cgroups?: readonly string[];
  /** What it sees; undefined: all that this process sees. */
  readonly sandbox?: Sandbox | undefined;
}
