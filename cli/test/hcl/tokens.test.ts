import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseHcl } from '../../src/hcl/parse.ts';
import { HclError, tokenizeHcl } from '../../src/hcl/tokens.ts';
import { root } from '@slipway/test-support/repository-files';
import { fc } from '@slipway/test-support/seed';

const test = suite('tokens of HCL');

const piecesOf = (text: string): readonly string[] => tokenizeHcl(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);
const faultOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof HclError) return `${error.line}: ${error.message}`;
    throw error;
  }
  return 'no error';
};

test('a string with a template in which is a string with a template', () => {
  assert.equal(piecesOf('a = "b ${c["${d}"]} $${e} %%{f} \\"" # g'), [
    'identifier a',
    'space  ',
    'mark =',
    'space  ',
    'quote "',
    'text b ',
    'template ${',
    'identifier c',
    'mark [',
    'quote "',
    'template ${',
    'identifier d',
    'template }',
    'quote "',
    'mark ]',
    'template }',
    'text  $${e} %%{f} \\"',
    'quote "',
    'space  ',
    'comment # g',
  ]);
});
test('heredocs end at their tag alone, and hold templates with objects', () => {
  assert.equal(piecesOf('x = <<-EOT\n  a ${{ b = 1 }["b"]} EOT\n  EOT\n'), [
    'identifier x',
    'space  ',
    'mark =',
    'space  ',
    'heredoc <<-EOT\n',
    'text   a ',
    'template ${',
    'mark {',
    'space  ',
    'identifier b',
    'space  ',
    'mark =',
    'space  ',
    'number 1',
    'space  ',
    'mark }',
    'mark [',
    'quote "',
    'text b',
    'quote "',
    'mark ]',
    'template }',
    'text  EOT\n',
    'heredoc   EOT',
    'newline \n',
  ]);
});
test('names have dashes; comments are of three kinds', () => {
  assert.equal(piecesOf('a-b.c//d\n/* e\n*/f'), [
    'identifier a-b',
    'mark .',
    'identifier c',
    'comment //d',
    'newline \n',
    'comment /* e\n*/',
    'identifier f',
  ]);
});

/** Where each of these begins or ends is what a tokenizer can get wrong. */
const pieces = [
  '"',
  '${',
  '%{',
  '}',
  '{',
  '$',
  '%',
  '\\',
  '\n',
  '\r\n',
  ' ',
  '#',
  '//',
  '/*',
  '*/',
  '<<A\n',
  '<<-A\n',
  'A',
  'tfe_workspace',
  '.',
  '1',
  '=',
  '[',
  ']',
  'é',
  '😀',
  '\uFEFF',
];

test('the spans of any text are the text, without a gap', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      let tokens;
      try {
        tokens = tokenizeHcl(text);
      } catch (error) {
        if (error instanceof HclError) return;
        throw error;
      }
      read++;
      assert.is(tokens.map(({ start, end }) => text.slice(start, end)).join(''), text);
      assert.ok(tokens.every(({ start, end }) => end > start));
    }),
    { numRuns: 2000 },
  );
  assert.ok(read > 300, `${read} texts were read`);
});
test('every example of the repository is read, and its spans are the file', () => {
  const files = readdirSync(join(root, 'examples'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tf') && !name.includes('node_modules'),
  );
  assert.ok(files.length > 60);
  for (const name of files) {
    const text = readFileSync(join(root, 'examples', name), 'utf8');
    assert.is(
      tokenizeHcl(text)
        .map(({ start, end }) => text.slice(start, end))
        .join(''),
      text,
    );
    assert.ok(parseHcl(name, text).body.length > 0, name);
  }
});
test('what has no end is refused with its line', () => {
  assert.is(
    faultOf(() => tokenizeHcl('a = 1\nb = "c\n"')),
    '2: a string ends in another line',
  );
  assert.is(
    faultOf(() => tokenizeHcl('a = <<EOT\nb\n')),
    '3: a string, a heredoc or a template has no end',
  );
  assert.is(
    faultOf(() => tokenizeHcl('\n\n/* a')),
    '3: a comment has no end',
  );
  assert.is(
    faultOf(() => tokenizeHcl('a = "${b')),
    '1: a string, a heredoc or a template has no end',
  );
  assert.is(
    faultOf(() => parseHcl('m.tf', 'a {\n')),
    '1: a bracket is not closed',
  );
  assert.is(
    faultOf(() => parseHcl('m.tf', 'a = [1}\n')),
    '1: "}" closes nothing',
  );
  assert.is(
    faultOf(() => parseHcl('m.tf', 'a {\n}\nb c\n')),
    '3: cannot be read at "\\n"',
  );
  assert.is(
    faultOf(() => parseHcl('m.tf', `${'a {\n'.repeat(102)}${'}\n'.repeat(102)}`)),
    '102: cannot be read at "a"',
  );
});

/** Processor time of reading a text that is this many times as long; in milliseconds. */
const timeOf = (make: (times: number) => string, times: number): number => {
  const text = make(times);
  const before = process.cpuUsage();
  try {
    parseHcl('m.tf', text);
  } catch (error) {
    if (!(error instanceof HclError)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const hostile: { readonly [name: string]: (times: number) => string } = {
  'comments without an end': (times) => `/* ${'/*'.repeat(times)}`,
  'open strings in templates': (times) => `a = ${'"${'.repeat(times)}`,
  'open brackets': (times) => `a = ${'['.repeat(times)}`,
  'closed brackets': (times) => `a = ${'['.repeat(times)}${']'.repeat(times)}`,
  'dollars in a string': (times) => `a = "${'$'.repeat(times)}`,
  'lines of a heredoc that are nearly its end': (times) => `a = <<AAAA\n${'   AAA\n'.repeat(times)}`,
  'a line of blanks in a heredoc': (times) => `a = <<A\n${' '.repeat(times)}`,
  'heredocs without a line break': (times) => `a = ${'<<A '.repeat(times)}`,
  'one long name': (times) => 'a-'.repeat(times),
};
for (const [name, make] of Object.entries(hostile))
  test(`is read in linear time: ${name}`, () => {
    const time = timeOf(make, 200_000);
    assert.ok(time < 3000, `${Math.round(time)} ms for 200,000`);
  });

test.run();
