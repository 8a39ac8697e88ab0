import { basename } from 'node:path';
import type { Gateway } from './gateway/gateway.ts';

/** How runs and jobs are isolated from the service and from each other, the strongest kind first. */
export const isolationKinds = ['bubblewrap', 'docker', 'none'] as const;
export type IsolationKind = (typeof isolationKinds)[number];

/** The network of what runs. `proxy`: only what the runner's own proxy lets through, and the service. */
export type RunNetwork =
  | { readonly kind: 'full' }
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly hosts: readonly string[]; readonly isPublic: (address: string) => boolean };

/** What containers are made of (kind `docker`). */
export interface ContainerSettings {
  readonly image: string;
  /** Words of the command line that make what runs inside write files as this user does; found by a trial. */
  readonly identity: readonly string[];
  /** Options of in-memory folders that must be empty: by default Podman copies what they cover into them. */
  readonly memoryOptions: string;
  /** Processors that each container may use; undefined: all. */
  readonly cpus?: number;
}

/** What each piece of work of a runner is put into. */
export interface Isolation {
  readonly kind: Exclude<IsolationKind, 'none'>;
  /** The program that isolates, by its path. */
  readonly program: string;
  readonly network: RunNetwork;
  /** Files and folders, besides the system's, that the operator lets every run read. */
  readonly reads: readonly string[];
  /** Files and folders of the service that no run sees, even inside a folder that it can read. */
  readonly hides: readonly string[];
  /** Present where the kind is `docker`. */
  readonly container?: ContainerSettings;
  /** With the network `proxy`: the way out, while a runner works. */
  readonly gateway?: Gateway;
}

/** The files that the processes of one piece of work see besides the system's. Paths are the same inside and outside. */
export interface Sandbox {
  readonly isolation: Isolation;
  /** Its processes may write there. What contains these folders is not theirs, so that none becomes a link to something else. */
  readonly folders: readonly string[];
  /** One of them, which is `/tmp` for them. */
  readonly temporary: string;
  /** Files and folders of this piece of work that they read. */
  readonly reads?: readonly string[];
  /** Programs that they start; where one of these folders contains what is of the service, that is hidden. */
  readonly programs?: readonly string[];
  /** Processes and threads that they are at once in each container, or in each sandbox where the user of the runner is not root. */
  readonly processes?: number | undefined;
  /** Files that exist and that they may write to, such as an archive. */
  readonly writes?: readonly string[];
  /** Memory of its processes together, in megabytes, where a container limits it. */
  readonly memoryMegabytes?: number | undefined;
}

/** `bubblewrap, network none`; `docker (podman, image tools:1), network full` */
export const describeIsolation = (isolation: Isolation | undefined): string => {
  if (isolation === undefined) return 'none';
  const { kind, program, container, network } = isolation;
  return `${kind}${container ? ` (${basename(program)}, image ${container.image})` : ''}, network ${network.kind}`;
};
