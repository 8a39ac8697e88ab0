import type { Finding } from '../finding.ts';

type Advised = Pick<Finding, 'message' | 'replacement' | 'isUncertain'>;

/** What to do with the replacement of a finding, around its name; undefined if it has none. The same words in every report. */
export const advisedName = (
  { replacement, isUncertain }: Advised,
  show: (name: string) => string = (name) => `\`${name}\``,
): string | undefined => {
  if (replacement === undefined) return undefined;
  return isUncertain ? `use ${show(replacement)} instead; it may take another value` : `write ${show(replacement)} instead`;
};

/** The message with the replacement, where the message does not name it in marks of code. */
export const messageWithReplacement = (finding: Advised): string => {
  const advice = advisedName(finding);
  return advice === undefined || finding.message.includes(`\`${finding.replacement!}\``)
    ? finding.message
    : `${finding.message} (${advice})`;
};
