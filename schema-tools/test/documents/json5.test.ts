import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyEdits, readSource } from '../../src/documents/index.ts';

const test = suite('documents: JSON5');
const valueOf = async (text: string): Promise<unknown> => (await readSource(text, 'json5')).documents[0]?.value;

test('names without quotes, strings in either, numbers of each kind, commas at the end, comments', async () => {
  assert.equal(
    await valueOf(`// first
{
  city: 'Riga\\'s "old" town', /* city: 1 */ $a_1: "x",
  'odd name': +.5, hex: 0xFF, big: -Infinity, five: 5., list: [1, 2,],
  split: 'a\\
b', escaped: '\\x41\\u0042\\v', true: false, nothing: null,
}`),
    {
      city: 'Riga\'s "old" town',
      $a_1: 'x',
      'odd name': 0.5,
      hex: 255,
      big: -Infinity,
      five: 5,
      list: [1, 2],
      split: 'ab',
      escaped: 'AB\v',
      true: false,
      nothing: null,
    },
  );
});

test('places, renames, comments and repeated keys are those of the text', async () => {
  const text = "{ a: 'x', /* c */ list: [0x1, {b: 2}], a: 3 }";
  const source = await readSource(text, 'json5');
  const at = (pointer: string) => source.documents[0]!.locate([pointer]).get(pointer)!;
  const written = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  assert.equal([written(at('/list').key), written(at('/list').value)], ['list', '[0x1, {b: 2}]']);
  assert.equal([written(at('/list/0').value), written(at('/list/1/b').key), written(at('/list/1/b').value)], ['0x1', 'b', '2']);
  assert.equal(
    source.faults.map(({ message, ...span }) => [message, written(span), span.start]),
    [['duplicate key "a"', 'a', 39]],
  );
  assert.equal(
    source.comments().map(({ text: said }) => said),
    ['c'],
  );
  assert.is(applyEdits(text, [source.documents[0]!.rename('/list/1/b', 'new')!]), '{ a: \'x\', /* c */ list: [0x1, {"new": 2}], a: 3 }');
});

test('a fault is reported where it is', async () => {
  const fault = async (text: string): Promise<unknown> => {
    const [first] = (await readSource(text, 'json5')).faults;
    return first && [first.message, first.start];
  };
  assert.equal(await fault('{ a: b }'), ['expected a value, found "b": a string has double quotes', 5]);
  assert.equal(await fault("{ a: 'x' c: 1 }"), ['expected "," or "}", found a string', 9]);
  assert.equal(await fault('{ a: 1'), ['expected "," or "}", but the text ends: the "{" of line 1 is not closed', 6]);
});

test.run();
