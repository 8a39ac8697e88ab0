import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isExpiredDownload } from '../../../src/ci/usage-exports/download-urls.ts';
import { renderCsvLine } from '../../../src/ci/usage-exports/csv-parts.ts';

const csv = suite('CI usage exports: lines and ends');

csv('a field is quoted that holds a comma, a quotation mark, or either half of a line end', () => {
  assert.is(renderCsvLine(['a b', "'", 'a,b', 'a"b', 'a\rb', 'a\nb', '', '=1+1']), 'a b,\',"a,b","a""b","a\rb","a\nb",,=1+1\r\n');
});

csv('an address is over at the second that it names', () => {
  const over = (now: number): boolean =>
    isExpiredDownload({ query: new URLSearchParams('expires=100'), clock: { now: () => new Date(now) } });
  assert.equal([over(99_999), over(100_000)], [false, true]);
});

csv.run();
