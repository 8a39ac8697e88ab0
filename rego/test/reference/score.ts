import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModules, parseModules, PolicyError, query } from '../../src/index.ts';
import { formatJson, getField, isEqual, parseJson, type ObjectValue, type RegoValue } from '../../src/values/index.ts';

/** The answers of Open Policy Agent, next to the checkout. */
export const referenceFolder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'rego-reference');

/**
 * `right`: the same value, or an error where there is one. `refused`: an error where there is a value. `lax`: a value where there is
 * an error. `wrong`: another value. `crash`: something else than a policy's error was thrown.
 */
export type Verdict = 'right' | 'refused' | 'lax' | 'wrong' | 'crash';
export interface Judgement {
  readonly name: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

interface Case {
  readonly name: string;
  readonly v0?: true;
  readonly expression?: string;
  readonly module?: string;
  readonly modules?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly undefined?: true;
  readonly error?: { readonly code: string };
  readonly printed?: readonly string[];
}
const textOf = (line: ObjectValue, key: string): string | undefined => {
  const value = getField(line, key);
  return value === undefined ? undefined : formatJson(value);
};

/** A module that asks an expression, as a statement where it is one. */
function askExpression(expression: string): string {
  let bare = expression.replace(/"(?:[^"\\]|\\.)*"|`[^`]*`/g, 's');
  for (let before = ''; before !== bare;) {
    before = bare;
    bare = bare.replace(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, 'x');
  }
  const isStatement = /^not | = |^walkx$/.test(bare) || /^(?:walk|print)\(/.test(expression);
  return isStatement ? `package t\nthe_answer if { ${expression} }` : `package t\nthe_answer := ${expression}`;
}

/** The answer to a line of the reference. @throws PolicyError */
function answer(each: Case, line: ObjectValue): { readonly value: RegoValue | undefined; readonly printed: readonly string[] } {
  const files = each.expression === undefined ? (each.modules ?? { 'policy.rego': each.module ?? '' }) : undefined;
  const modules = parseModules(
    files ?? { 'policy.rego': askExpression(each.expression ?? '') },
    each.v0 ? { version: 0 } : files ? { version: 1 } : {},
  );
  const [inputText, dataText] = [textOf(line, 'input'), textOf(line, 'data')];
  return query({ root: compileModules(modules) }, files ? (each.query as string) : 'data.t.the_answer', {
    now: 1_700_000_000_123_456_789n,
    ...(inputText === undefined ? {} : { inputText }),
    ...(dataText === undefined ? {} : { dataText }),
  });
}
function judge(each: Case, line: ObjectValue): { verdict: Verdict; reason: string } {
  try {
    const { value, printed } = answer(each, line);
    const found = value === undefined ? 'undefined' : formatJson(value);
    if (each.error) return { verdict: 'lax', reason: `${found} for ${each.error.code}` };
    const expected = each.undefined ? undefined : getField(line, 'result');
    const isSame = value === undefined || expected === undefined ? value === expected : isEqual(parseJson(found), expected);
    const hasPrinted = !each.printed || JSON.stringify(printed) === JSON.stringify(each.printed);
    return isSame && hasPrinted
      ? { verdict: 'right', reason: '' }
      : { verdict: 'wrong', reason: `${found} for ${expected === undefined ? 'undefined' : formatJson(expected)}` };
  } catch (error) {
    if (!(error instanceof PolicyError)) return { verdict: 'crash', reason: String(error) };
    if (each.error) return { verdict: 'right', reason: '' };
    return { verdict: error.kind === 'conflict' ? 'wrong' : 'refused', reason: `${error.kind}: ${error.reason}` };
  }
}

/** Judges every line of a file of the reference. */
export const judgeLines = (file: string): readonly Judgement[] =>
  readFileSync(join(referenceFolder, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => {
      const each = JSON.parse(text) as Case;
      return { name: each.name, ...judge(each, parseJson(text) as ObjectValue) };
    });
