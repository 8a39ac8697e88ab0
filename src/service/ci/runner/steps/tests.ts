import { setImmediate as breath } from 'node:timers/promises';
import type { Test } from '../../pipelines/stored.ts';
import { testsOf } from '../junit/report.ts';
import { XmlFault } from '../junit/xml.ts';
import { limits } from '../limits.ts';
import { type Ended, type Node, placeIn, text } from '../node.ts';
import { filesAt, openRegular } from '../walk.ts';

/** How much of them the parallel runs of a job have read. */
export interface Told { bytes: number; count: number }

const read = async (file: string): Promise<string | undefined> => {
  const open = await openRegular(file);
  if (!open) return undefined;
  try { return open.size > limits.report ? undefined : await open.handle.readFile('utf8'); } finally { await open.handle.close(); }
};

/** Others get their turn while a long report is read. */
const gathered = async (report: string, room: number): Promise<readonly Test[]> => {
  const tests: Test[] = [];
  for (const test of testsOf(report)) {
    if (tests.length >= room) break;
    tests.push(test);
    if (tests.length % 500 === 0) await breath();
  }
  return tests;
};

/** `store_test_results`: the JUnit reports at a place. What cannot be read is told and left out. */
export const storeTests = async (node: Node, told: Told, given: { readonly [key: string]: unknown }): Promise<Ended> => {
  const place = placeIn(node, text(given['path']) ?? '.');
  const files = (await filesAt(place).catch(() => [])).filter(({ file }) => file.endsWith('.xml'));
  if (files.length === 0) await node.log.say(`No report (*.xml) is at ${place}.`);
  for (const { file, path } of files) {
    const name = path === '' ? file : path;
    const report = await read(file);
    if (report === undefined) { await node.log.say(`${name} is not read: it is larger than ${limits.report} bytes, or no plain file.`); continue; }
    told.bytes += Buffer.byteLength(report);
    if (told.bytes > limits.tests) { await node.log.say(`The reports of this job are larger than ${limits.tests} bytes together; no more are read.`); break; }
    try {
      const tests = await gathered(report, limits.testCount - told.count);
      told.count += tests.length;
      await node.keep.tests(node.described.job, tests);
      await node.log.say(`${name}: ${tests.length} tests, ${tests.filter(({ result }) => result === 'failure' || result === 'error').length} of them failed.`);
    } catch (error) {
      if (!(error instanceof XmlFault)) throw error;
      await node.log.say(`${name} is no JUnit report: ${error.message}.`);
    }
  }
  return 'success';
};
