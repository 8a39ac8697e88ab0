import { basename } from 'node:path';
import type { Isolation } from '../runner/isolation/isolation.ts';
import type { ControlOptions } from './control.ts';

/** The isolation of a service that executes jobs and runs, for `GET /_local/info`. */
export const tellIsolation = (isolation: Isolation | undefined): NonNullable<ControlOptions['isolation']> => ({
  kind: isolation?.kind ?? 'none',
  network: isolation?.network.kind ?? 'full',
  ...(isolation ? { program: basename(isolation.program) } : {}),
  ...(isolation?.container ? { image: isolation.container.image } : {}),
});
