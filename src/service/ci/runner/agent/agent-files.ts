/** Files of the program `circleci` in the folder of a parallel run: times of tests, as JSON, and a mark that no further step begins. */
export const timingsFile = 'test-timings.json';
export const haltFile = 'halted';
