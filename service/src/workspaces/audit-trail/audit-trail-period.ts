/** Milliseconds: how long entries are kept, two weeks as in the hosted service. */
export const auditTrailPeriod = 14 * 24 * 3600 * 1000;
