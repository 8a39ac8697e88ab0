import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../../../test/support/skip.ts';
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

/** Other answers that are kept on purpose, or are no answers to the same question. */
const kept: Readonly<Record<string, string>> = {
  'and/004': '1.0 and 1 are one member of a set',
  'object.union/010': '1.0 and 1 are one key of an object',
  'partial-sets/015': '1.0 and 1 are one member of a set',
  'partial-objects/019': '1.0 and 1 are one key of an object',
  'ceil/005': 'the ceiling of -0.5 is 0',
  'floor/005': 'the floor of -0.5 is -1',
  'neq/009': 'asked as a query, without a module, the answer is another one',
  'print/008': 'a printed line holds, so its negation does not',
  'regex.is_valid/011': 'a pattern that gives two groups one name is not valid',
  'yaml.unmarshal/025': 'an integer beyond 64 bits is rounded to the same number, and written with all digits',
};

compare('built-in functions', () => {
  const judgements = judgeLines('builtins.ndjson');
  assert.equal(
    namesOf(judgements, 'wrong').filter((name) => !kept[name]),
    [],
  );
  assert.equal(countVerdicts(judgements), { right: 3653, refused: 284, wrong: 7, lax: 5 });
});
compare('the language', () => {
  const judgements = judgeLines('language.ndjson');
  assert.equal(
    namesOf(judgements, 'wrong').filter((name) => !kept[name]),
    [],
  );
  assert.equal(countVerdicts(judgements), { right: 1284, refused: 21, wrong: 3, lax: 55 });
});
test.run();
