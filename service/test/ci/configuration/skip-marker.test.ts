import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hasSkipMarker } from '../../../src/ci/configuration/index.ts';

const test = suite('skip markers');

test('a marker in the subject or in the body skips', () => {
  assert.is(hasSkipMarker({ subject: 'docs: a comma [skip ci]' }), true);
  assert.is(hasSkipMarker({ subject: '[ci skip] docs' }), true);
  assert.is(hasSkipMarker({ subject: 'docs', body: 'only words\n\n[skip ci]' }), true);
  assert.is(hasSkipMarker({ subject: 'docs [Skip CI]' }), true);
});
test('words that are no marker do not', () => {
  assert.is(hasSkipMarker({ subject: 'skip ci' }), false);
  assert.is(hasSkipMarker({ subject: '[skip-ci]', body: '[skip  ci]' }), false);
  assert.is(hasSkipMarker({ subject: '', body: null }), false);
});
test('a marker is looked for in the first 250 characters of each', () => {
  assert.is(hasSkipMarker({ subject: `${'a'.repeat(241)}[skip ci]` }), true);
  assert.is(hasSkipMarker({ subject: `${'a'.repeat(242)}[skip ci]` }), false);
  assert.is(hasSkipMarker({ subject: 'a'.repeat(250), body: `${'b'.repeat(241)}[ci skip]` }), true);
  assert.is(hasSkipMarker({ subject: 'a', body: `${'b'.repeat(242)}[ci skip]` }), false);
});
test.run();
