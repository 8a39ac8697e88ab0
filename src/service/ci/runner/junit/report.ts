import type { Test } from '../../pipelines/stored.ts';
import { type Part, partsOf, XmlFault } from './xml.ts';

/** Characters of a message that are kept. */
const longest = 64 * 1024;
const results: { readonly [element: string]: Test['result'] } = { failure: 'failure', rerunFailure: 'failure', error: 'error', skipped: 'skipped' };

interface Open { readonly attributes: ReadonlyMap<string, string>; readonly file: string; result: Test['result']; message: string; within: string | undefined; text: string }

const seconds = (text: string | undefined): number => {
  const value = Number((text ?? '0').replaceAll(',', ''));
  return Number.isFinite(value) && value >= 0 ? value : 0;
};
const short = (text: string, most = 1024): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text).toString();

const testOf = ({ attributes, file, result, message }: Open): Test => ({
  name: short(attributes.get('name') ?? ''), classname: short(attributes.get('classname') ?? ''), result, message: short(message, longest),
  run_time: seconds(attributes.get('time')), file: short(attributes.get('file') ?? file), source: 'junit',
});

/** The tests of a JUnit report one after the other. Throws XmlFault for what is none. */
export function* testsOf(text: string): Generator<Test> {
  const files: string[] = [];
  let test: Open | undefined;
  let first = true;
  const open = ({ name, attributes }: Extract<Part, { kind: 'open' }>): void => {
    if (first && name !== 'testsuites' && name !== 'testsuite') throw new XmlFault(`expected testsuites or testsuite, found ${name.slice(0, 60)}`);
    first = false;
    if (name === 'testsuite') files.push(attributes.get('file') ?? files.at(-1) ?? '');
    else if (name === 'testcase') test = { attributes, file: files.at(-1) ?? '', result: 'success', message: '', within: undefined, text: '' };
    else if (test && test.within === undefined && Object.hasOwn(results, name)) {
      // The first that is said of a test holds, but a failure is never hidden by what was skipped.
      if (test.result === 'success' || test.result === 'skipped') { test.result = results[name]!; test.message = attributes.get('message') ?? ''; }
      Object.assign(test, { within: name, text: '' });
    }
  };
  for (const part of partsOf(text)) {
    if (part.kind === 'open') open(part);
    else if (part.kind === 'text') { if (test?.within !== undefined && test.text.length < longest) test.text += part.text.slice(0, longest); }
    else if (part.name === 'testsuite') files.pop();
    else if (test && part.name === test.within) {
      if (test.message === '') test.message = test.text.trim();
      test.within = undefined;
    } else if (test && part.name === 'testcase') { yield testOf(test); test = undefined; }
  }
}
