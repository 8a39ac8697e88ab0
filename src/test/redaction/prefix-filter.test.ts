import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPrefixFilter } from '../../redaction/prefix-filter.ts';
import { anyCharacter, fc } from '@slipway/test-support/seed';

const test = suite('prefix filter');

test('it says yes where an added prefix begins and no in an ordinary text', () => {
  const filter = createPrefixFilter();
  filter.add('hunter2');
  const text = 'GET /api/v2/vars?value=hunter2 failed';
  const answers = Array.from({ length: text.length - 3 }, (_, at) => at).filter((at) => filter.mayBeginAt(text, at));
  assert.equal(answers, [23]);
});

test('an empty filter says no everywhere', () => {
  const filter = createPrefixFilter();
  assert.not.ok(filter.mayBeginAt('\0\0\0\0', 0));
  assert.not.ok(filter.mayBeginAt('abcd', 0));
});

test('law: no prefix that was added is answered with no, whatever its characters and what surrounds it', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: anyCharacter, minLength: 4 })), fc.string({ unit: anyCharacter }), (secrets, context) => {
      const filter = createPrefixFilter();
      for (const secret of secrets) filter.add(secret);
      for (const secret of secrets) assert.ok(filter.mayBeginAt(`${context}${secret}${context}`, context.length));
    }),
  ));

test.run();
