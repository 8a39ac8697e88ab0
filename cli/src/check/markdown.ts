import { countActions, type StackCheck } from './stack-check.ts';

/** Characters of a plan that are shown; a comment of a code host takes some 65,000 in all. */
const longestPlan = 20_000;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string): string => `\`${text.replaceAll('`', "'")}\``;

/** A fence that is longer than any in the text. */
const fence = (text: string): string => '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([found]) => found.length + 1)));

const describeResult = (check: StackCheck): string => {
  if (check.failure !== undefined) return 'no plan';
  if (!check.hasChanges) return 'no changes';
  const counts = Object.entries(countActions(check)).filter(([, number]) => number > 0);
  const { length } = check.outputs;
  const outputs = length > 0 ? [`${length} output${length === 1 ? '' : 's'}`] : [];
  return [...counts.map(([action, number]) => `${number} to ${action}`), ...outputs].join(', ') || 'changes outside';
};

const renderPlan = ({ planText }: StackCheck): readonly string[] => {
  if (planText === '') return [];
  const text = planText.length > longestPlan ? `${planText.slice(0, longestPlan)}\n… (shortened)` : planText;
  const marks = fence(text);
  return ['<details><summary>Plan</summary>', '', `${marks}text`, text.trim(), marks, '', '</details>', ''];
};

const renderStack = (check: StackCheck): readonly string[] => {
  const changed = check.resources.filter(({ action, drift }) => action !== 'unchanged' || drift !== undefined);
  const failure =
    check.failure === undefined
      ? []
      : [
          check.failure
            .trim()
            .split('\n')
            .map((line) => `    ${line}`)
            .join('\n'),
          '',
        ];
  const table = [
    '| Resource | Planned | Changed outside |',
    '|---|---|---|',
    ...changed.map(({ address, action, drift }) => `| ${cell(code(address))} | ${action === 'unchanged' ? '' : action} | ${drift ?? ''} |`),
    '',
  ];
  const destructions = check.destructions.map(({ address, reasons }) => `- **In use:** ${code(address)} ${cell(reasons.join('; '))}`);
  const diagnostics = check.diagnostics.map(
    ({ severity, summary, address }) =>
      `- **${severity === 'error' ? 'Error' : 'Warning'}:** ${cell(summary)}${address ? ` (${code(address)})` : ''}`,
  );
  // Engines validate more than once, and report a warning each time.
  const notes = [...new Set([...destructions, ...diagnostics])];
  return [
    `### ${check.stack}: ${describeResult(check)}`,
    '',
    ...failure,
    ...(changed.length > 0 ? table : []),
    ...(notes.length > 0 ? [...notes, ''] : []),
    ...renderPlan(check),
  ];
};

/** The summary for a pull request or the page of a job. */
export const renderMarkdown = (checks: readonly StackCheck[]): string =>
  `${['## Plan', '', ...checks.flatMap(renderStack)].join('\n').trimEnd()}\n`;
