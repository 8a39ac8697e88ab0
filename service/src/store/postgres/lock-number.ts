import { createHash } from 'node:crypto';

/** The number of an advisory lock. */
export const toLockNumber = (name: string): bigint => createHash('sha256').update(`slipway ${name}`).digest().readBigInt64BE(0);

export const organizationLock = (organization: string): bigint => toLockNumber(`organization ${organization}`);
