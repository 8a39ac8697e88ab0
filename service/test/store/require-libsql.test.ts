import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { requireLibsql } from '../../src/store/sqlite/require-libsql.ts';

const test = suite('loading libsql');

test('the driver is the one that its loader finds by itself', () => {
  const Database = requireLibsql<new (file: string) => { prepare(sql: string): { all(): unknown[] } }>(import.meta.url);
  assert.equal(new Database(':memory:').prepare('select 1 as one').all(), [{ one: 1 }]);
});

test('the diagnostic report of Node.js is whole afterwards, and nothing has read it', () => {
  const { report } = process as unknown as { report: { getReport(): { header: { nodejsVersion?: string } } } };
  const { getReport } = report;
  let reads = 0;
  report.getReport = () => {
    reads++;
    return getReport();
  };
  const replaced = report.getReport;
  try {
    requireLibsql(import.meta.url);
    assert.is(reads, 0);
    assert.is(report.getReport, replaced);
    assert.is(getReport().header.nodejsVersion, process.version);
  } finally {
    report.getReport = getReport;
  }
});

test('where libsql is not installed, the error says so by its code', () => {
  assert.throws(
    () => requireLibsql('file:///an-empty-folder/module.js'),
    (error: NodeJS.ErrnoException) => error.code === 'MODULE_NOT_FOUND',
  );
});

test.run();
