import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formatCode, escapeMarkdown } from '../../src/lsp/markdown.ts';

const test = suite('lsp markdown');

test('what means something in Markdown or HTML is written so that it does not', () => {
  assert.is(escapeMarkdown('a *b* _c_ [d](e) <img src=x> & ~f~ | \\'), 'a \\*b\\* \\_c\\_ \\[d\\](e) \\<img src=x\\> \\& \\~f\\~ \\| \\\\');
});

test('the beginning of a line makes no heading, list or rule', () => {
  assert.is(escapeMarkdown('# a\n- b\n1. c\n+ d\n=== e'), '\\# a  \n\\- b  \n1\\. c  \n\\+ d  \n\\=== e');
  assert.is(escapeMarkdown('2.0 is a version, 3) is not'), '2.0 is a version, 3) is not');
});

test('code in backticks stays code; a backtick that is left over is only a backtick', () => {
  assert.is(escapeMarkdown('use `a_b*` or `c'), 'use `a_b*` or \\`c');
  assert.is(escapeMarkdown('``x`` `<b>`'), '\\`\\`x\\`\\` `<b>`');
});

test('a name is one code span, whatever is in it', () => {
  assert.is(formatCode('a_b'), '`a_b`');
  assert.is(formatCode('a`b'), '``a`b``');
  assert.is(formatCode('`a``'), '``` `a`` ```');
  assert.is(formatCode('a\nb'), '`a b`');
  assert.is(formatCode(''), '`  `');
});

test.run();
