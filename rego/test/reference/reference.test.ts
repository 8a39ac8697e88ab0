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

compare('built-in functions', () => {
  const judgements = judgeLines('builtins.ndjson');
  assert.equal(countVerdicts(judgements), { right: 2983, refused: 891, wrong: 70, lax: 5 });
});
compare('the language', () => {
  const judgements = judgeLines('language.ndjson');
  assert.equal(countVerdicts(judgements), { right: 1281, refused: 24, wrong: 3, lax: 55 });
  assert.equal(namesOf(judgements, 'wrong'), ['partial-sets/015', 'partial-objects/019', 'print/008']);
});
test.run();
