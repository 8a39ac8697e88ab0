import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { workspace } from '@slipway/declarations/resources/workspaces';
import { warnOfLeftAlone } from '../../provider/kept-value-warnings.ts';

const test = suite('warnings of values that stay');

test('a value that is no longer configured and is left alone when unset is named with the value that stays', () => {
  const prior = { name: 'network', engine_version: '1.11.4' };
  assert.equal(warnOfLeftAlone(workspace, prior, { name: 'network' }, ['engine_version']), [
    {
      severity: 'warning',
      path: ['engine_version'],
      summary: '"engine_version" is left alone',
      detail:
        'The configuration no longer sets it, and the workspace keeps "1.11.4": ' +
        'without a value in the configuration it is not changed. To change it, set it.',
    },
  ]);
});

test('nothing is said of a new object, of what is still configured, and of what was never configured', () => {
  const prior = { name: 'network', engine_version: '1.11.4' };
  assert.equal(warnOfLeftAlone(workspace, null, {}, undefined), []);
  assert.equal(warnOfLeftAlone(workspace, prior, { engine_version: '1.11.4' }, ['engine_version']), []);
  assert.equal(warnOfLeftAlone(workspace, prior, {}, []), []);
});

test.run();
