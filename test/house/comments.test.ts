import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readText } from '../support/repository-files.ts';
import { sourceFiles } from './imports.ts';

/**
 * A comment is understood where it stands: it says what a thing is, its shape, units and errors, or why something is so. It refers to no
 * neighbour ("The same for …" loses its meaning when the neighbour moves), and it uses no idiom of its own where the field has a word.
 */
const test = suite('comments');

interface Comment {
  /** Without marks and line breaks. */
  readonly text: string;
  readonly line: number;
  /** The line of code that follows. */
  readonly next: string;
}
const comments = /^[ \t]*(?:\/\*\*([^]*?)\*\/|((?:\/\/.*\n[ \t]*)*\/\/.*))[ \t]*\n[ \t]*(.*)/gm;
const listComments = (text: string): readonly Comment[] =>
  [...text.matchAll(comments)].map(({ 1: block, 2: lines, 3: next, index }) => ({
    text: (block?.replaceAll(/^\s*\*(?!\/) ?/gm, '') ?? lines!.replaceAll(/^\s*\/\/ ?/gm, '')).replaceAll(/\s+/g, ' ').trim(),
    line: text.slice(0, index).split('\n').length,
    next: next!,
  }));

const rules: readonly (readonly [fault: string, finds: (comment: Comment) => boolean])[] = [
  [
    'begins by referring to a neighbour, or with a fragment: name the thing',
    ({ text }) => /^(?:The same\b|Same\b|Likewise\b|Ditto\b|As (?:above|below|before)\b|Of |Those |Whose |Whom )/.test(text),
  ],
  ['refers to a neighbour: repeat what holds here', ({ text }) => /\bas (?:above|below)\b(?! \/)/i.test(text)],
  [
    'has an idiom: write who or what does it, what it is called in the field, or what happens',
    ({ text }) => /\b(?:whoever|whosoever|likewise|what becomes of|whatever bec[ao]mes? of|(?:is|are) told(?! to)|heard of)\b/i.test(text),
  ],
  [
    'documents an exported declaration in less than four words: say what it is, its unit, or its errors',
    ({ text, next }) => next.startsWith('export ') && text.split(' ').length < 4,
  ],
];
const findFaults = (text: string): readonly string[] =>
  listComments(text).flatMap((comment) =>
    rules.filter(([, finds]) => finds(comment)).map(([fault]) => `${comment.line}: ${comment.text.slice(0, 80)} (${fault})`),
  );

test('say what they are about, in the words of the field', () => {
  const files = sourceFiles();
  assert.ok(files.length > 2000);
  assert.equal(
    files.flatMap((file) => findFaults(readText(file)).map((fault) => `${file}:${fault}`)),
    [],
  );
});
test('are found with the line that they stand on, and each rule finds its fault', () => {
  const text = [
    '/** The same for a project. */',
    'const a = 1;',
    '// Of a workspace that moved: sets that belong',
    '// to its former project.',
    'const b = 2;',
    '/**',
    ' * 404 without the right; otherwise',
    ' * as above.',
    ' */',
    'export const c = 3;',
    'const d = () => {',
    '  // Whoever reads it is told the ID.',
    '  return 4;',
    '};',
    '/** Any number. */',
    'export const e = 5;',
    '/** Any number. */',
    'const f = 6;',
    '/** The same text in every process; node is told to end. */',
    "export const g = '/** The same */';",
    '/** Reads `/proc`, and files below it such as /proc/1/stat. */',
    'export const h = 8;',
  ].join('\n');
  assert.equal(
    findFaults(text).map((fault) => /^\d+: \S+ \S+/.exec(fault)![0]),
    ['1: The same', '3: Of a', '6: 404 without', '12: Whoever reads', '15: Any number.', '19: The same'],
  );
});
test.run();
