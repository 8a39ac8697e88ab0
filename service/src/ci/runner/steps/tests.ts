import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { TestResult } from '../../jobs/job-records.ts';
import { parseJunitReport } from '../junit/junit-report.ts';
import { XmlFault } from '../junit/parse-xml.ts';
import { jobLimits } from '../job-limits.ts';
import { type StepResult, type StepContext, findOwnFolder, resolveJobPath, toOptionalText } from '../step-context.ts';
import { listFiles } from '../list-files.ts';
import { openRegularFile } from '../../../runner/own-files.ts';

/** The test reports that the parallel runs of a job have read. */
export interface TestUsage {
  bytes: number;
  count: number;
}

const readReport = async (file: string): Promise<string | undefined> => {
  const open = await openRegularFile(file);
  if (!open) return undefined;
  try {
    return open.size > jobLimits.report ? undefined : await open.handle.readFile('utf8');
  } finally {
    await open.handle.close();
  }
};

/** Yields to other work while it reads a long report. */
const collectTests = async (report: string, room: number): Promise<readonly TestResult[]> => {
  const tests: TestResult[] = [];
  for (const test of parseJunitReport(report)) {
    if (tests.length >= room) break;
    if (test) tests.push(test);
    else await yieldToEventLoop();
  }
  return tests;
};

/** `store_test_results`: the JUnit reports of a path. Unreadable reports are logged and left out. */
export const storeTestResults = async (
  node: StepContext,
  usage: TestUsage,
  given: { readonly [key: string]: unknown },
): Promise<StepResult> => {
  const place = resolveJobPath(node, toOptionalText(given['path']) ?? '.');
  const own = findOwnFolder(node, place);
  const files = (own === undefined ? [] : await listFiles(place, own).catch(() => [])).filter(({ file }) => file.endsWith('.xml'));
  if (files.length === 0) await node.log.writeLine(`No report (*.xml) is at ${place}.`);
  for (const { file, path } of files) {
    const name = path === '' ? file : path;
    const report = await readReport(file);
    if (report === undefined) {
      await node.log.writeLine(`${name} is not read: it is larger than ${jobLimits.report} bytes, or no plain file.`);
      continue;
    }
    usage.bytes += Buffer.byteLength(report);
    if (usage.bytes > jobLimits.tests) {
      await node.log.writeLine(`The reports of this job are larger than ${jobLimits.tests} bytes together; no more are read.`);
      break;
    }
    try {
      const tests = await collectTests(report, jobLimits.testCount - usage.count);
      usage.count += tests.length;
      await node.storage.saveTests(node.claimed.job, tests);
      await node.log.writeLine(
        `${name}: ${tests.length} tests, ` +
          `${tests.filter(({ result }) => result === 'failure' || result === 'error').length} of them failed.`,
      );
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      await node.log.writeLine(`${name} is no JUnit report: ${error.message}.`);
    }
  }
  return 'success';
};
