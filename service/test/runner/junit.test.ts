import { runs, schedule } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseJunitReport } from '../../src/ci/runner/junit/junit-report.ts';
import { parseXml, XmlFault } from '../../src/ci/runner/junit/parse-xml.ts';

const junit = suite('JUnit reports');
const parseTests = (text: string) => [...parseJunitReport(text)].filter((test) => test !== undefined);
const fault = (text: string): string => {
  try {
    return `taken: ${parseTests(text).length}`;
  } catch (error) {
    if (error instanceof XmlFault) return error.message;
    throw error;
  }
};

junit('every result, with what is said of it', () => {
  const report = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
<!-- by a tool --><testsuites><testsuite name="a" file="a.test.ts">
<testcase name="one &lt;1&gt;" classname="A" time="1,234.5"/>
<testcase name='two' classname="A" file="own.ts" time="0.25"><failure message="expected &quot;x&quot;" \
type="E">at line 3</failure><system-out>noise</system-out></testcase>
<testcase name="three"><error><![CDATA[a < b & c]]></error></testcase>
<testsuite name="b"><testcase name="four" time="x"><skipped/></testcase></testsuite>
<testcase name="five"><skipped message="later"/><failure message="no"/></testcase>
<properties><property name="p" value="&#65;&#x42;"/></properties>
</testsuite></testsuites>`;
  const common = { classname: '', message: '', run_time: 0, file: 'a.test.ts', source: 'junit' };
  assert.equal(parseTests(report), [
    { ...common, name: 'one <1>', classname: 'A', result: 'success', run_time: 1234.5 },
    { ...common, name: 'two', classname: 'A', result: 'failure', message: 'expected "x"', run_time: 0.25, file: 'own.ts' },
    { ...common, name: 'three', result: 'error', message: 'a < b & c' },
    { ...common, name: 'four', result: 'skipped' },
    { ...common, name: 'five', result: 'failure', message: 'no' },
  ]);
});
junit('what is none is refused, in a sentence', () => {
  assert.equal(
    [
      '',
      'text',
      '<a/>',
      '<testsuite>',
      '<testsuite></a>',
      '<testsuite/><testsuite/>',
      '<testsuite/>x',
      '<testsuite a="1" a="2"/>',
      '<testsuite a=1/>',
      '<testsuite a="<"/>',
      '<testsuite>&nbsp;</testsuite>',
      '<testsuite>a & b</testsuite>',
      '<testsuite>&#0;</testsuite>',
      '<testsuite><![CDATA[x</testsuite>',
      '<!-- <testsuite/>',
      '< testsuite/>',
    ].map(fault),
    [
      'there is no element',
      'text is outside of the outermost element',
      'expected testsuites or testsuite, found a',
      'the element testsuite is not closed',
      '</a> closes nothing that is open here',
      'there is a second outermost element',
      'text is outside of the outermost element',
      'the attribute a is given twice',
      'the element testsuite cannot be read',
      'the element testsuite cannot be read',
      'the entity &nbsp; is not known',
      'an & begins no entity',
      'a character is named that XML does not have',
      'the end ]]> is missing',
      'the end --> is missing',
      'a name is missing after <',
    ],
  );
});
junit('nothing is declared, expanded or fetched', () => {
  assert.is(fault('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite>&b;</testsuite>'), 'a document type is not accepted');
  assert.is(fault('<!DOCTYPE x SYSTEM "file:///etc/passwd"><testsuite/>'), 'a document type is not accepted');
});
junit('what nests too deep is refused; long things are cut', () => {
  assert.is(fault(`<testsuite>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</testsuite>`), 'elements nest deeper than 100');
  const [test] = [
    ...parseTests(`<testsuite><testcase name="${'n'.repeat(5000)}"><failure>${'m'.repeat(100_000)}</failure></testcase></testsuite>`),
  ];
  assert.equal([test!.name.length, test!.message.length], [1024, 65_536]);
});
junit('hostile texts take time that grows with them', () => {
  for (const text of [
    '<'.repeat(200_000),
    `<testsuite ${'a '.repeat(200_000)}`,
    `<testsuite>${'&'.repeat(200_000)}`,
    `<testsuite ${' '.repeat(400_000)}`,
    `<testsuite>${'<!--'.repeat(100_000)}`,
    '<testsuite>'.repeat(100_000),
  ])
    assert.not.match(fault(text), /^taken/);
});
junit('law: whatever is read is either taken or told', () => {
  const piece = fc.constantFrom(
    '<testsuite>',
    '</testsuite>',
    '<testcase name="a">',
    '</testcase>',
    '<failure/>',
    'text',
    '&amp;',
    '&',
    '<',
    '>',
    '"',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x',
    '?>',
    '/>',
    ' a="b"',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      assert.type(fault(pieces.join('')), 'string');
    }),
    { numRuns: runs(3000) },
  );
});
junit('law: text that is escaped comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      assert.is([...parseXml(`<a>${escaped}</a>`)].map((part) => (part.kind === 'text' ? part.text : '')).join(''), text);
    }),
    { numRuns: runs(1000) },
  );
});
/** The most processor time between two results or pauses, in milliseconds: the least of three tries, since collecting garbage counts. */
const measureLongestTurn = (text: string): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      let longest = 0;
      let before = process.cpuUsage();
      for (const _ of parseJunitReport(text)) {
        const { user, system } = process.cpuUsage(before);
        longest = Math.max(longest, (user + system) / 1000);
        before = process.cpuUsage();
      }
      return longest;
    }),
  );
const suiteOf = (content: string): string => `<testsuite>${content}</testsuite>`;
const most = schedule(4, 60) * 1024 * 1024;
const fill = (text: string): string => text.repeat(Math.floor(most / text.length));
for (const [name, text] of Object.entries({
  'references in a text': suiteOf(`<testcase><failure>${fill('&lt;')}</failure></testcase>`),
  'references in an attribute': suiteOf(`<testcase name="${fill('&lt;')}"/>`),
  'a text': suiteOf(`<testcase><failure>${fill('x')}</failure></testcase>`),
  'CDATA sections': suiteOf(`<testcase><failure>${fill('<![CDATA[x]]>')}</failure></testcase>`),
  comments: suiteOf(fill('<!-- x -->')),
  instructions: suiteOf(fill('<?x y?>')),
  'elements that are no tests': suiteOf(fill('<a/>')),
  tests: suiteOf(fill('<testcase name="a"/>')),
}))
  junit(`${most / 1024 / 1024} MB of ${name} hold nobody for long`, () => {
    const longest = measureLongestTurn(text);
    assert.ok(longest < 50, `${longest} ms`);
  });

junit('a long text is read in portions, and no reference is divided', () => {
  for (let before = 0; before < 12; before++) {
    const words = 'x'.repeat(64 * 1024 - before);
    let read = '';
    for (const part of parseXml(`<a>${words}&quot;&#x41;b${'&amp;'.repeat(30_000)}</a>`)) if (part.kind === 'text') read += part.text;
    assert.ok(read === `${words}"Ab${'&'.repeat(30_000)}`, `${before} before`);
  }
});
junit('attributes beyond 64 KB of an element are not read, and more than 1,000 are refused', () => {
  const long = 'm'.repeat(70_000);
  const [test] = parseTests(suiteOf(`<testcase name="a"><failure message="${long}" type="x"/></testcase>`));
  assert.ok(test?.message === 'm'.repeat(64 * 1024), `${test?.message.length} characters`);
  const many = Array.from({ length: 1001 }, (_, index) => `a${index}="1"`).join(' ');
  assert.is(fault(suiteOf(`<testcase ${many}/>`)), 'the element testcase has more than 1000 attributes');
});

junit.run();
