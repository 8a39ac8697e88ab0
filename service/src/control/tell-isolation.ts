import { basename } from 'node:path';
import type { Isolation } from '../runner/isolation/isolation.ts';
import type { ControlOptions } from './control.ts';

/** What `GET /_local/info` tells of the isolation of a service that executes jobs and runs. */
export const tellIsolation = (isolation: Isolation | undefined): NonNullable<ControlOptions['isolation']> => ({
  kind: isolation?.kind ?? 'none',
  network: isolation?.network.kind ?? 'full',
  ...(isolation ? { program: basename(isolation.program) } : {}),
  ...(isolation?.container ? { image: isolation.container.image } : {}),
});
