/** Words that are no names after a dot in what Open Policy Agent prints. */
const keywords = new Set('as contains default else every false if import in not null package some true with'.split(' '));
const isPlainName = (step: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) && !keywords.has(step);

/** A path as Open Policy Agent prints it: `data.app["my-package"].deny`. */
export const formatPath = ([root = '', ...steps]: readonly string[]): string =>
  root + steps.map((step) => (isPlainName(step) ? `.${step}` : `[${JSON.stringify(step)}]`)).join('');
