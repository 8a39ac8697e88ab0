import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fileMatcher } from '../../src/lint/find-schema/file-matcher.ts';

const test = suite('find-schema: fileMatch');
const fits = (file: string, ...patterns: string[]) => fileMatcher(patterns, '/project')(file);

test('a pattern without a slash fits in any folder below', () => {
  assert.equal(
    [fits('/project/app.json', 'app.json'), fits('/project/a/b/app.json', 'app.json'), fits('/project/.app.json', '*.json')],
    [true, true, true],
  );
  assert.equal([fits('/other/app.json', 'app.json'), fits('/project/app.jsonc', 'app.json')], [false, false]);
});
test('one with a slash is a path from the folder', () => {
  assert.equal(
    [
      fits('/project/config/app.json', 'config/*.json'),
      fits('/project/a/config/app.json', 'config/*.json'),
      fits('/project/a/config/app.json', '**/config/*.json'),
    ],
    [true, false, true],
  );
  assert.equal(
    [fits('/project/app.json', '/app.json'), fits('/project/a/app.json', '/app.json'), fits('/project/app.json', './app.json')],
    [true, false, true],
  );
});
test('one with ! takes out again, and the last that fits decides', () => {
  assert.equal(
    [
      fits('/project/a.json', '*.json', '!a.json'),
      fits('/project/b.json', '*.json', '!a.json'),
      fits('/project/a.json', '*.json', '!a.json', 'a.json'),
    ],
    [false, true, true],
  );
  assert.is(fits('/project/b.json', '!a.json'), false);
});
test('patterns of a catalog may begin in any folder', () => {
  const workflow = fileMatcher(['.github/workflows/*.yml'], '/catalog', { floating: true });
  assert.equal([workflow('/projects/me/.github/workflows/ci.yml'), workflow('/projects/me/.github/ci.yml')], [true, false]);
});
test.run();
