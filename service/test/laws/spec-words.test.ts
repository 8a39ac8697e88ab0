import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles, readText } from '@slipway/test-support/repository-files';
import { specWords } from './spec-words.ts';

const words = suite('words of the CI service');
const tests = repositoryFiles()
  .filter((file) => file.startsWith('service/test/') && file.endsWith('.ts'))
  .map((file) => ({ file, text: readText(file) }));

/** The word in quotes, as a value (`hold=not_run`, `type: approval`), as a member's name, or at the beginning of a slug. */
const quotes = (word: string): RegExp => new RegExp(`['"\`]${word}['"\`/]|[=:] ?${word}(?![\\w-])|(?<![\\w-])${word}:`);

for (const { of, below, words: all } of specWords)
  words(`every ${of} is quoted by a literal test`, () => {
    const among = tests.filter(({ file }) => below.some((path) => file === path || file.startsWith(`${path}/`)));
    assert.equal(
      all.filter((word) => !among.some((one) => quotes(word).test(one.text))),
      [],
      `in ${below.join(', ')}`,
    );
  });

words('a word is quoted when it stands between quotes or is said of something, and not inside of another', () => {
  const yes = (text: string) => quotes('setup').test(text);
  assert.equal(
    [
      "'setup'",
      '"setup"',
      '`setup`',
      'a=setup b',
      '{ tag: setup }',
      '{ setup: true }',
      "'setup/acme'",
      "'setup-pending'",
      'a=setup-pending',
      'pre-setup: 1',
      'it is setup',
    ].map(yes),
    [true, true, true, true, true, true, true, false, false, false, false],
  );
});
words.run();
