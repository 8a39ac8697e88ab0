import { createRequire } from 'node:module';

type Report = () => unknown;

/** The part of Node.js's diagnostic report from which libsql derives the C library: only glibc has a version there. */
const headerOf = (family: string): { readonly header: object } => ({ header: family === 'glibc' ? { glibcVersionRuntime: '' } : {} });

/**
 * Loads libsql. Its loader generates the whole diagnostic report of Node.js (6 ms of a start of 220) to learn the C library of a Linux,
 * although `detect-libc`, which it also uses, knows it from a file. During the load, the report is replaced by the answer of that library.
 * Throws if libsql is not installed (MODULE_NOT_FOUND).
 */
export const requireLibsql = <T>(from: string): T => {
  const require = createRequire(from);
  const { report } = process as { report?: { getReport: Report } };
  if (process.platform !== 'linux' || !report) return require('libsql') as T;
  const libsql = createRequire(require.resolve('libsql'));
  const family = (libsql('detect-libc') as { familySync(): string | null }).familySync();
  if (family === null) return require('libsql') as T;
  const { getReport } = report;
  report.getReport = () => headerOf(family);
  try {
    return require('libsql') as T;
  } finally {
    report.getReport = getReport;
  }
};
