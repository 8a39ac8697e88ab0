import { type PolicyTestResult, reachableLines, runPolicyTests, type RuleNode } from '@slipway/rego';
import { CliError } from '../cli-error.ts';
import { paintFor } from '../color/colors.ts';
import { compileTests, readPolicyFiles, reportPolicyErrors } from './policy-files.ts';

export interface TestCommandOptions {
  readonly coverage: boolean;
  readonly verbose: boolean;
  /** A regular expression for the full names of the tests that are run; empty: all are. */
  readonly run: string;
}

const paintOutcome = (outcome: PolicyTestResult['outcome']): string =>
  paintFor('stdout')(outcome === 'pass' ? 'green' : outcome === 'skip' ? 'yellow' : 'red', outcome.toUpperCase());
function printResult({ outcome, package: home, name, file, line, message, cases = [], printed }: PolicyTestResult, verbose: boolean): void {
  console.log(`${paintOutcome(outcome)} ${home}.${name} (${file}:${line})${message === undefined ? '' : `: ${message}`}`);
  for (const { names, passed } of cases)
    if (verbose || !passed) console.log(`  ${paintOutcome(passed ? 'pass' : 'fail')} ${names.join(': ')}`);
  for (const text of printed) console.log(`  ${text}`);
}
function printCoverage(root: RuleNode, reached: ReadonlyMap<string, ReadonlySet<number>>): void {
  for (const [file, lines] of reachableLines({ root })) {
    const missing = [...lines].filter((line) => !reached.get(file)?.has(line)).sort((left, right) => left - right);
    const share = (((lines.size - missing.length) / lines.size) * 100).toFixed(1);
    console.log(`${file}: ${share} % of ${lines.size} lines${missing.length ? `; not reached: ${missing.join(', ')}` : ''}`);
  }
}

/** Runs the tests of policies and prints those that do not pass, and a count. @throws CliError when one fails. */
export function testPolicies(files: readonly string[], { coverage, verbose, run }: TestCommandOptions): void {
  const read = readPolicyFiles(files);
  const { root, tests } = compileTests(read);
  const reached = new Map<string, Set<number>>();
  const onLine = (file: string, line: number) => {
    const lines = reached.get(file) ?? new Set();
    reached.set(file, lines.add(line));
  };
  const now = BigInt(Date.now()) * 1_000_000n;
  const results = reportPolicyErrors(() => runPolicyTests({ root, tests }, { data: read.data, now, onLine, run }));
  for (const result of results) if (verbose || result.outcome !== 'pass') printResult(result, verbose);
  const count = (outcome: PolicyTestResult['outcome']) => results.filter((each) => each.outcome === outcome).length;
  console.log(`${count('pass')} passed, ${count('fail')} failed, ${count('error')} with errors, ${count('skip')} skipped`);
  if (coverage) printCoverage(root, reached);
  const bad = count('fail') + count('error');
  if (bad > 0) throw new CliError(`${bad} of ${results.length} tests did not pass`);
}
