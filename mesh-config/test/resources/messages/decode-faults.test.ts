import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findDecodeFaults } from '../../../src/resources/messages/decode-faults.ts';
import { getMessageType } from '../../../src/resources/messages/message-types.ts';

const test = suite('what cannot be decoded');

const port = getMessageType('istio.networking.v1alpha3.Port');

/** The first who reads its number makes an error there; whoever reads it later finds a text. */
const createUnreadable = (made: Error[]): object => ({
  get number() {
    if (made.length > 0) return 'x';
    const error = new Error('not readable');
    made.push(error);
    throw error;
  },
});

test('an error of a value that is tried has no stack; errors made later have theirs', () => {
  const made: Error[] = [];
  assert.equal(findDecodeFaults(port, createUnreadable(made)), [
    { fault: 'expected a whole number from 0 to 4294967295, found "x"', pointer: '/number' },
  ]);
  assert.equal(
    made.map(({ stack }) => stack),
    ['Error: not readable'],
  );
  assert.match(new Error('later').stack!, /\n +at .*decode-faults/);
});
test('after a value that can be decoded errors have their stacks as well', () => {
  assert.equal(findDecodeFaults(port, { number: 80 }), []);
  assert.match(new Error('later').stack!, /\n +at .*decode-faults/);
});

test.run();
