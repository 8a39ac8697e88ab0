import type { HostileBody } from './hostile-body.ts';

/** Bodies for single endpoints of the CI service: what costs there is in the texts. */
export const ciBodies: readonly HostileBody[] = [];
