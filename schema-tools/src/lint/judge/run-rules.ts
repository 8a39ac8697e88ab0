import { parsePointer, valueAt } from '../../documents/pointer.ts';
import type { Source } from '../../documents/source.ts';
import type { Severity } from '../finding.ts';
import type { Problem } from '../rule.ts';
import { faults, isValid } from '../../index.ts';
import { invalid } from '../rules/invalid.ts';
import { rules } from '../rules/index.ts';
import { configuredSeverity, severityOf } from '../severity/index.ts';
import { replaceExpressions } from './replace-expressions.ts';
import { emptyValue, isEmptyDocument } from './empty-document.ts';
import type { Association, Settings } from './association.ts';

/** A finding of a rule, at its place in its document. */
export interface LocatedProblem extends Problem {
  readonly document: number;
  readonly rule: string;
  readonly severity: Severity;
}

/** The value an association is about; undefined where its document or place is not there. */
export const associatedValue = (
  source: Source,
  { document, pointer, compiled, expressions }: Association,
): { readonly value: unknown } | undefined => {
  const steps = parsePointer(pointer);
  const whole = source.documents[document];
  if (!whole || !steps) return undefined;
  if (isEmptyDocument(whole)) return { value: emptyValue(compiled) };
  const found = valueAt(whole.value, steps);
  return found === undefined ? undefined : { value: expressions ? replaceExpressions(found) : found };
};

/** What was found across files, of this one. */
const crossFileProblems = ({ crossFile: across, severities }: Settings): readonly LocatedProblem[] =>
  (across?.problems ?? []).flatMap(({ document, pointer, rule, message }): readonly LocatedProblem[] => {
    const known = across?.rules.find(({ id }) => id === rule);
    const severity = known ? configuredSeverity(known, severities) : 'off';
    return severity === 'off' ? [] : [{ document, pointer, rule, message, severity }];
  });

/**
 * The one problem of a file whose catalog's schema does not fit at its root: it is probably the schema of another program
 * that has files of this name. Undefined where it fits.
 */
function wrongGuess({ compiled, guess, pointer, document }: Association, value: unknown): Omit<LocatedProblem, 'severity'> | undefined {
  if (guess === undefined || isValid(compiled, value)) return undefined;
  const atRoot = faults(compiled, value).find((fault) => fault.pointer === '');
  const name = JSON.stringify(guess.name);
  return (
    atRoot && {
      document,
      pointer,
      rule: invalid.id,
      message: `this file is not checked: the catalog has the schema ${name} for its name, and it does not fit (${atRoot.message})`,
    }
  );
}

/** Faults by a schema that was chosen by a name of many programs say so. */
const withGuess = ({ guess }: Association, rule: string, message: string): string =>
  guess?.isBroad && rule === invalid.id ? `${message} (the schema ${JSON.stringify(guess.name)} is a guess by the file's name)` : message;

/** The findings of all enabled rules on a source, without duplicates from several associations. */
export const runRules = (source: Source, associations: readonly Association[], settings: Settings): readonly LocatedProblem[] => {
  const { severities, atVersion } = settings;
  const found: LocatedProblem[] = [...crossFileProblems(settings)];
  const told = new Set<string>();
  for (const association of associations) {
    const asked = associatedValue(source, association);
    if (!asked) continue;
    const wrong = wrongGuess(association, asked.value);
    if (wrong) {
      if (configuredSeverity(invalid, severities) !== 'off') found.push({ ...wrong, severity: 'info' });
      continue;
    }
    for (const rule of rules) {
      const configured = configuredSeverity(rule, severities);
      if (configured === 'off') continue;
      for (const problem of rule.check({ compiled: association.compiled, value: asked.value })) {
        const pointer = association.pointer + problem.pointer;
        const key = JSON.stringify([association.document, rule.id, pointer, problem.message]);
        if (told.has(key)) continue;
        told.add(key);
        found.push({
          ...problem,
          message: withGuess(association, rule.id, problem.message),
          document: association.document,
          pointer,
          rule: rule.id,
          severity: severityOf(problem, configured, atVersion),
        });
      }
    }
  }
  return found;
};
