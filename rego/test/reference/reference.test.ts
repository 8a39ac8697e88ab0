import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { compileModules, compilePolicyTests, parseModules, PolicyError, query, runPolicyTests } from '../../src/index.ts';
import { formatJson, fromJson, isEqual, parseJson } from '../../src/values/index.ts';
import { judgeLines, referenceFolder, type Judgement, type Verdict } from './score.ts';

const test = suite('rego: answers of Open Policy Agent');
const compare = existsSync(referenceFolder) ? test : skipWithReason(test, 'the answers of Open Policy Agent are not beside the checkout');

const countVerdicts = (judgements: readonly Judgement[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { verdict } of judgements) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
};
const namesOf = (judgements: readonly Judgement[], verdict: Verdict): readonly string[] =>
  judgements.filter((each) => each.verdict === verdict).map(({ name }) => name);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const dataIn = (folder: string) =>
  existsSync(join(folder, 'data.json')) ? { dataText: readFileSync(join(folder, 'data.json'), 'utf8') } : {};
interface ExpectedResult {
  readonly package: string;
  readonly name: string;
  readonly skip?: true;
  readonly error?: object;
  readonly fail?: true;
}
const outcomeOf = ({ skip, error, fail }: ExpectedResult): string => (skip ? 'skip' : error ? 'error' : fail ? 'fail' : 'pass');

/** Whether a policy decides as the reference does about its input `which`. */
function isSameDecision(folder: string, which: string): boolean {
  const expected = readJson(join(folder, `${which}.org.json`)) as { rego_version: 0 | 1; result?: unknown; error?: object };
  const text = readFileSync(join(folder, 'policy.rego'), 'utf8');
  const root = compileModules(parseModules({ 'policy.rego': text }, { version: expected.rego_version }));
  try {
    const input = readFileSync(join(folder, `${which}.input.json`), 'utf8');
    const { value } = query({ root }, 'data.org', { inputText: input, ...dataIn(folder) });
    return value !== undefined && isEqual(parseJson(formatJson(value)), fromJson(expected.result));
  } catch (error) {
    return error instanceof PolicyError && expected.error !== undefined;
  }
}

/** Other answers that are kept on purpose, or are no answers to the same question. */
const kept: Readonly<Record<string, string>> = {
  'and/004': '1.0 and 1 are one member of a set',
  'object.union/010': '1.0 and 1 are one key of an object',
  'partial-sets/015': '1.0 and 1 are one member of a set',
  'partial-objects/019': '1.0 and 1 are one key of an object',
  'ceil/005': 'the ceiling of -0.5 is 0',
  'floor/005': 'the floor of -0.5 is -1',
  'neq/009': 'asked as a query, without a module, the answer is another one',
  ...Object.fromEntries(
    ['chain/001', 'chain/002', 'chain/003', 'chain/006', 'rule/001', 'rule/002', 'rule/003', 'rule/004', 'rule/006'].map((name) => [
      `rego.metadata.${name}`,
      'asked as a query, without a module, no rule is around the call',
    ]),
  ),
};

compare('built-in functions', () => {
  const judgements = judgeLines('builtins.ndjson');
  assert.equal(
    namesOf(judgements, 'wrong').filter((name) => !kept[name]),
    [],
  );
  assert.equal(countVerdicts(judgements), { right: 3779, refused: 150, wrong: 14, lax: 6 });
});
compare('the language', () => {
  const judgements = judgeLines('language.ndjson');
  assert.equal(
    namesOf(judgements, 'wrong').filter((name) => !kept[name]),
    [],
  );
  assert.equal(countVerdicts(judgements), { right: 1300, refused: 12, wrong: 2, lax: 49 });
});
compare('configuration policies', () => {
  const folder = join(referenceFolder, 'ci-policies');
  const other = readdirSync(folder).flatMap((name) =>
    ['pass', 'fail'].filter((which) => !isSameDecision(join(folder, name), which)).map((which) => `${name}/${which}`),
  );
  assert.equal(other, []);
});
compare('tests of policies', () => {
  const folder = join(referenceFolder, 'tests');
  for (const name of readdirSync(folder)) {
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.rego'));
    const texts = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, name, file), 'utf8')]));
    const compiled = compilePolicyTests(parseModules(texts, { version: 1 }));
    const found = runPolicyTests(compiled, { ...dataIn(join(folder, name)), now: 1_700_000_000_123_456_789n });
    const results = readJson(join(folder, name, 'results.json')) as readonly ExpectedResult[];
    assert.equal(
      found.map(({ package: home, name: rule, outcome }) => `${home}.${rule}: ${outcome}`).sort(),
      results.map((each) => `${each.package}.${each.name}: ${outcomeOf(each)}`).sort(),
    );
    const rules = Object.values(texts).flatMap((text) => text.match(/^(?:todo_)?test_/gm) ?? []);
    assert.is(found.length, rules.length);
  }
});
test.run();
