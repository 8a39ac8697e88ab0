import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Format } from '../../src/documents/index.ts';
import { formatFaults } from './read-document.ts';

const test = suite('documents: JSON faults');

/** Each text, and the fault it has: what is marked, and the sentence. */
const says = (name: string, format: Format, rows: readonly (readonly [text: string, fault: string])[]) =>
  test(name, async () => {
    for (const [text, fault] of rows) assert.equal(await formatFaults(text, format), [`error ${fault}`], JSON.stringify(text));
  });

says('an empty text', 'json', [
  ['', '"": expected a value, but the text is empty'],
  [' \r\n', '"": expected a value, but the text is empty'],
  ['\ufeff', '"": expected a value, but the text is empty'],
]);
says('a text that ends too early says which bracket is open', 'json', [
  ['{\n  "a": {\n    "b": 1\n\n', '"": expected "," or "}", but the text ends: the "{" of line 2 is not closed'],
  ['[', '"": expected a value or "]", but the text ends: the "[" of line 1 is not closed'],
  ['{', '"": expected a name in double quotes or "}", but the text ends: the "{" of line 1 is not closed'],
  ['{"a"', '"": expected ":" after the name, but the text ends: the "{" of line 1 is not closed'],
  ['{"a":', '"": expected a value, but the text ends: the "{" of line 1 is not closed'],
]);
says('commas', 'json', [
  ['{"a": 1 "b": 2}', '"\\"": expected "," or "}", found a string'],
  ['[1 2]', '"2": expected "," or "]", found "2"'],
  ['{"a": 1,}', '",": expected no comma before "}"'],
  ['[1, ]', '",": expected no comma before "]"'],
  ['[,]', '",": expected a value or "]", found ","'],
  ['[1,,2]', '",": expected a value, found ","'],
]);
says('brackets of the wrong kind', 'json', [
  ['{"a": 1]', '"]": expected "," or "}", found "]": the "{" of line 1 is not closed'],
  ['[1}', '"}": expected "," or "]", found "}": the "[" of line 1 is not closed'],
  [']', '"]": expected a value, found "]"'],
]);
says('names', 'json', [
  ['{a: 1}', '"a": expected the name in double quotes: "a"'],
  ["{'a': 1}", '"\'a\'": expected double quotes: JSON has no single ones'],
  ['{1: 1}', '"1": expected a name in double quotes or "}", found "1"'],
  ['{"a" 1}', '"1": expected ":" after the name, found "1"'],
  ['{"a" = 1}', '"=": expected ":" after the name, found "="'],
]);
says('numbers', 'json', [
  ['[01]', '"01": expected a number without leading zeros, found "01"'],
  ['[.5]', '".5": expected a number such as -12.5e3, found ".5"'],
  ['[1.]', '"1.": expected a number such as -12.5e3, found "1."'],
  ['[+1]', '"+1": expected a number such as -12.5e3, found "+1"'],
  ['[0x1F]', '"0x1F": expected a number such as -12.5e3, found "0x1F"'],
  ['[NaN]', '"NaN": expected a value or "]", found "NaN": JSON has no such number'],
]);
says('words', 'json', [
  ['[True]', '"True": expected true, found "True"'],
  ['{"a": yes}', '"yes": expected a value, found "yes": a string has double quotes'],
]);
says('strings', 'json', [
  ['["a\tb"]', '"\\t": expected \\t in a string, found U+0009 itself'],
  ['["a\nb"]', '"\\"a": expected a double quote at the end of the string'],
  ['["a', '"\\"a": expected a double quote at the end of the string'],
  ['["\\q"]', '"\\\\q": expected one of " \\ / b f n r t u after a backslash, which is itself written twice'],
  ['["\\u12G4"]', '"\\\\u": expected four hexadecimal digits after \\u'],
]);
says('what cannot be seen is named by its number', 'json', [
  ['{"a":\u00a01}', '"\u00a0": expected a value, found U+00A0'],
  ['\u0000', '"\\u0000": expected a value, found U+0000'],
]);
says('something after the value', 'json', [
  ['{"a": 1};', '";": expected nothing after the value, found ";"'],
  ['{"a": 1}\n{"b": 2}', '"{": expected nothing after the value, found "{"'],
]);
says('comments in JSON', 'json', [
  ['{} // x', '"// x": JSON has no comments; remove it, or name the file .jsonc if the programs that read it allow them'],
  ['/* x */ {}', '"/* x */": JSON has no comments; remove it, or name the file .jsonc if the programs that read it allow them'],
]);
says('JSONC is not just anything', 'jsonc', [
  ['[1, /* x', '"/*": expected "*/" at the end of the comment'],
  ['{"a": 1,,}', '",": expected a name in double quotes, found ","'],
  ['[,]', '",": expected a value or "]", found ","'],
  ['[1 / 2]', '"/": expected "," or "]", found "/"'],
  ["{'a': 1}", '"\'a\'": expected double quotes: JSON has no single ones'],
  ['// only a comment', '"": expected a value, but the text is empty'],
]);
test('deep texts have their faults found too', async () => {
  assert.equal(await formatFaults(`${'['.repeat(200_000)}}`, 'json'), [
    'error "}": expected a value or "]", found "}": the "[" of line 1 is not closed',
  ]);
});
test('a key that its object has again is a warning at each repetition', async () => {
  assert.equal(await formatFaults('{"a": 1, "b": {"a": 2}, "\\u0061": 3, "a": 4}', 'json'), [
    'warning "\\"\\\\u0061\\"": duplicate key "a"',
    'warning "\\"a\\"": duplicate key "a"',
  ]);
  assert.equal(await formatFaults('[{"x": ["a", "a"], "y": "x", /* "x": */ "x": 1,}]', 'jsonc'), ['warning "\\"x\\"": duplicate key "x"']);
  assert.equal(await formatFaults('{"__proto__": 1, "__proto__": 2}', 'json'), ['warning "\\"__proto__\\"": duplicate key "__proto__"']);
});
test('equal keys of different objects are no repetition', async () => {
  assert.equal(await formatFaults('[{"a": {"a": "a:a"}}, {"a": 2}]', 'json'), []);
});
test.run();
