import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { wantsColors } from '../../src/lint/reports/index.ts';

const test = suite('lint reports: colours');

test('a terminal has them, a pipe has not', () => {
  assert.equal([wantsColors({ isTTY: true }, {}), wantsColors({ isTTY: false }, {}), wantsColors({}, {})], [true, false, false]);
});
test('NO_COLOR forbids them, whatever it says, unless it is empty', () => {
  assert.equal(
    [
      wantsColors({ isTTY: true }, { NO_COLOR: '1' }),
      wantsColors({ isTTY: true }, { NO_COLOR: '0' }),
      wantsColors({ isTTY: true }, { NO_COLOR: '' }),
    ],
    [false, false, true],
  );
  assert.is(wantsColors({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' }), false);
});
test('FORCE_COLOR wants them anywhere, a terminal that knows none nowhere', () => {
  assert.equal(
    [
      wantsColors({}, { FORCE_COLOR: '1' }),
      wantsColors({ isTTY: true }, { FORCE_COLOR: '0' }),
      wantsColors({ isTTY: true }, { TERM: 'dumb' }),
    ],
    [true, false, false],
  );
});
test('CLICOLOR_FORCE wants them anywhere, after NO_COLOR and FORCE_COLOR; CLICOLOR=0 takes them from a terminal', () => {
  assert.equal(
    [
      wantsColors({}, { CLICOLOR_FORCE: '1' }),
      wantsColors({}, { CLICOLOR_FORCE: '0' }),
      wantsColors({ isTTY: true }, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }),
      wantsColors({ isTTY: true }, { CLICOLOR_FORCE: '1', FORCE_COLOR: '0' }),
      wantsColors({ isTTY: true }, { CLICOLOR: '0' }),
      wantsColors({}, { CLICOLOR: '1' }),
      wantsColors({ isTTY: true }, { CLICOLOR_FORCE: '1', TERM: 'dumb' }),
    ],
    [true, false, false, false, false, false, true],
  );
});
test.run();
