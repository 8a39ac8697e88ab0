import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unifiedDiff } from '../../src/hcl/unified-diff.ts';

const test = suite('unified diff');

test('two changes that are far from each other are two hunks, and their lines are counted', () => {
  assert.is(
    unifiedDiff('m.tf', 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n', 'a\nB\nB2\nc\nd\ne\nf\ng\nh\ni\nk\n'),
    `--- a/m.tf
+++ b/m.tf
@@ -1,5 +1,6 @@
 a
-b
+B
+B2
 c
 d
 e
@@ -7,5 +8,4 @@
 g
 h
 i
-j
 k
`,
  );
});
test('a new file, an equal one, and a last line without a line break', () => {
  assert.is(unifiedDiff('m.tf', null, 'a\n'), '--- /dev/null\n+++ b/m.tf\n@@ -0,0 +1,1 @@\n+a\n');
  assert.is(unifiedDiff('m.tf', 'a\n', 'a\n'), '');
  assert.is(
    unifiedDiff('m.tf', 'a', 'b'),
    '--- a/m.tf\n+++ b/m.tf\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n',
  );
});
test('the change is a shortest one, also where lines repeat', () => {
  assert.is(
    unifiedDiff('m.tf', 'c\nb\nb\na\na\na\n', 'a\n}\n}\n}\nc\nb\n'),
    '--- a/m.tf\n+++ b/m.tf\n@@ -1,6 +1,6 @@\n+a\n+}\n+}\n+}\n c\n b\n-b\n-a\n-a\n-a\n',
  );
});
test('texts that differ by more than 1,000 lines are one change', () => {
  const texts = (word: string, count: number): string => `first\n${`${word}\n`.repeat(count)}last\n`;
  const words = (text: string): readonly string[] => text.split('\n').filter((line) => !/^[-+][ab]$/.test(line));
  assert.equal(words(unifiedDiff('m.tf', texts('a', 500), texts('b', 500))), [
    '--- a/m.tf',
    '+++ b/m.tf',
    '@@ -1,502 +1,502 @@',
    ' first',
    ' last',
    '',
  ]);
  assert.equal(words(unifiedDiff('m.tf', texts('a', 501), texts('b', 500))), [
    '--- a/m.tf',
    '+++ b/m.tf',
    '@@ -1,503 +1,502 @@',
    '-first',
    '-last',
    '+first',
    '+last',
    '',
  ]);
  assert.is(unifiedDiff('m.tf', null, texts('a', 1500)).split('\n')[2], '@@ -0,0 +1,1502 @@');
});

test.run();
