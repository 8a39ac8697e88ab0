import { lineIndex, type LineIndex } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import type { Finding } from '../finding.ts';
import { applyDirectives, configuredIgnores } from '../ignores/index.ts';
import { implicitRules, ruleIds, rules } from '../rules/index.ts';
import { configuredSeverity } from '../severity/index.ts';
import { runRules, type LocatedProblem } from './run-rules.ts';
import { locateFindings } from './locate-findings.ts';
import type { Association, Settings } from './association.ts';

/** Faults that prevented reading a source, or made it doubtful. */
const syntaxFindings = ({ faults }: Source, file: string, lines: LineIndex): readonly Finding[] =>
  faults.map((fault) => ({
    file,
    ...lines.region(fault),
    pointer: '',
    rule: 'syntax',
    severity: fault.isRepeatedKey ? 'error' : fault.severity,
    message: fault.message,
  }));

const rank = (finding: Finding): number => (finding.rule === 'syntax' ? 0 : 1);

/** What kept the file from being read first, then by place; at one place as the rules were asked. */
const sortFindings = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort(
    (a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column || a.endLine - b.endLine || a.endColumn - b.endColumn,
  );

const unusedIgnore = implicitRules.find(({ id }) => id === 'unused-ignore')!;

/** The findings of a source: located, marked as ignored if so, and sorted. */
export const collectFindings = (
  source: Source,
  problems: readonly LocatedProblem[],
  associations: readonly Association[],
  settings: Settings,
): readonly Finding[] => {
  const { file, severities, ignore = [], keepSuppressed = false, crossFile: across } = settings;
  const lines = lineIndex(source.text);
  const found = [...syntaxFindings(source, file, lines), ...locateFindings(source, problems, file, lines)];
  const elsewhere = across?.rules ?? [];
  // A rule that was not asked yet is not missed.
  const isOff = (id: string): boolean =>
    [...rules, ...elsewhere].some((rule) => rule.id === id && configuredSeverity(rule, severities) === 'off') ||
    (across?.problems === undefined && elsewhere.some((rule) => rule.id === id));
  const { findings: marked, unused } = applyDirectives(
    source,
    found,
    [...ruleIds, 'syntax', ...elsewhere.map(({ id }) => id)],
    isOff,
    lines,
  );
  const severity = configuredSeverity(unusedIgnore, severities);
  // Without a check an ignore cannot have had an effect.
  const asked = (associations.length > 0 || across?.problems !== undefined) && !source.faults.some((fault) => fault.severity === 'error');
  const idle: readonly Finding[] =
    severity === 'off' || !asked
      ? []
      : unused.map(({ directive, message }) => ({
          file,
          ...lines.region(directive.comment),
          pointer: '',
          rule: 'unused-ignore',
          severity,
          message,
        }));
  const rowOf = ignore.length === 0 ? undefined : configuredIgnores(ignore);
  const all = [...marked, ...idle].map((finding): Finding => {
    const row = finding.suppressed || finding.rule === 'syntax' ? undefined : rowOf?.(finding);
    return row ? { ...finding, suppressed: { by: 'config', ...(row.reason === undefined ? {} : { reason: row.reason }) } } : finding;
  });
  return sortFindings(keepSuppressed ? all : all.filter(({ suppressed }) => suppressed === undefined));
};

/**
 * All findings about a file, in the order of the text; errors of reading it come first. Ignored findings are left out unless
 * `keepSuppressed`. Throws a SchemaError for a fault of a schema that only its evaluation reveals.
 */
export const judgeSource = (source: Source, associations: readonly Association[], settings: Settings): readonly Finding[] =>
  collectFindings(source, runRules(source, associations, settings), associations, settings);
