import type { Actor } from './schedule-records.ts';

/** The actor of pipelines without a user: it belongs to no group. */
export const systemActor: Actor = { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor', system: true };
