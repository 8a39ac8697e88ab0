import { type FindingCounts, countFindings } from '../counts.ts';
import { pluralise } from '../../../text.ts';
import type { Finding } from '../../finding.ts';
import type { ReportContext } from '../report.ts';
import { painter } from './colors.ts';
import { toOneLine } from './printable.ts';

const formatCounts = ({ errors, warnings, infos }: FindingCounts): string => {
  const parts = [
    ...(errors > 0 ? [pluralise(errors, 'error')] : []),
    ...(warnings > 0 ? [pluralise(warnings, 'warning')] : []),
    ...(infos > 0 ? [pluralise(infos, 'info')] : []),
  ];
  return parts.length === 0 ? 'nothing' : parts.join(', ');
};

const maxRemovedRows = 10;

/** The last lines of a report for people: numbers of findings, of obsolete baseline entries, and of fixes. */
export const summary = (
  findings: readonly Finding[],
  { files, gone = [], fixed = 0, maxWarnings, colors = false }: ReportContext,
): readonly string[] => {
  const counts = countFindings(findings);
  const paint = painter(colors);
  const apart = [...(counts.known > 0 ? [`${counts.known} known`] : []), ...(counts.ignored > 0 ? [`${counts.ignored} ignored`] : [])];
  const times = gone.reduce((sum, { count }) => sum + count, 0);
  return [
    `${paint(counts.errors > 0 ? 'red' : counts.warnings > 0 ? 'yellow' : 'green', `Found ${formatCounts(counts)}`)} in ` +
      `${pluralise(files.length, 'file')}${apart.length === 0 ? '' : ` (not counted: ${apart.join(', ')})`}.`,
    ...(fixed > 0 ? [`Fixed ${pluralise(fixed, 'finding')}.`] : []),
    ...(maxWarnings !== undefined && counts.warnings > maxWarnings
      ? [`That is more than the ${pluralise(maxWarnings, 'warning')} allowed.`]
      : []),
    ...(times > 0
      ? [
          `Gone: ${times} of the baseline ${times === 1 ? 'is' : 'are'} not found any more; \`--write-baseline\` forgets ` +
            `${times === 1 ? 'it' : 'them'}.`,
          ...gone
            .slice(0, maxRemovedRows)
            .map(({ file, rule, pointer, count }) =>
              `  ${toOneLine(file)} ${toOneLine(rule)} ${toOneLine(pointer)}${count > 1 ? ` (${count} times)` : ''}`.trimEnd(),
            ),
          ...(gone.length > maxRemovedRows ? [`  and ${gone.length - maxRemovedRows} more`] : []),
        ]
      : []),
  ];
};
