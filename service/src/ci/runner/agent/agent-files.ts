/** Files of the program `circleci` in the folder of a parallel run: times of tests, as JSON, and a mark that no further step begins. */
export const timingsFile = 'test-timings.json';
export const haltFile = 'halted';

/** Set by the launcher of the program where it is a part of a single executable: that is to be the program. */
export const agentVariable = 'SLIPWAY_CI_AGENT';
