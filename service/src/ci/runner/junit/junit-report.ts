import type { TestResult } from '../../jobs/job-records.ts';
import { type XmlPart, parseXml, XmlFault } from './parse-xml.ts';

/** Length limit of a message, in characters. */
const maxMessageLength = 64 * 1024;
const resultOfElement: { readonly [element: string]: TestResult['result'] } = {
  failure: 'failure',
  rerunFailure: 'failure',
  error: 'error',
  skipped: 'skipped',
};

interface OpenTestCase {
  readonly attributes: ReadonlyMap<string, string>;
  readonly file: string;
  result: TestResult['result'];
  message: string;
  within: string | undefined;
  text: string;
}

const parseSeconds = (text: string | undefined): number => {
  const value = Number((text ?? '0').replaceAll(',', ''));
  return Number.isFinite(value) && value >= 0 ? value : 0;
};
const truncate = (text: string, limit = 1024): string => (text.length > limit ? `${text.slice(0, limit - 1)}…` : text).toString();

const toTestResult = ({ attributes, file, result, message }: OpenTestCase): TestResult => ({
  name: truncate(attributes.get('name') ?? ''),
  classname: truncate(attributes.get('classname') ?? ''),
  result,
  message: truncate(message, maxMessageLength),
  run_time: parseSeconds(attributes.get('time')),
  file: truncate(attributes.get('file') ?? file),
  source: 'junit',
});

/** Parses the tests of a JUnit report one by one; undefined where other work may have its turn. Throws XmlFault if it is invalid. */
export function* parseJunitReport(text: string): Generator<TestResult | undefined> {
  const files: string[] = [];
  let test: OpenTestCase | undefined;
  let first = true;
  const open = ({ name, attributes }: Extract<XmlPart, { kind: 'open' }>): void => {
    if (first && name !== 'testsuites' && name !== 'testsuite')
      throw new XmlFault(`expected testsuites or testsuite, found ${name.slice(0, 60)}`);
    first = false;
    if (name === 'testsuite') files.push(attributes.get('file') ?? files.at(-1) ?? '');
    else if (name === 'testcase')
      test = { attributes, file: files.at(-1) ?? '', result: 'success', message: '', within: undefined, text: '' };
    else if (test && test.within === undefined && Object.hasOwn(resultOfElement, name)) {
      // The first result of a test counts, but a failure overrides `skipped`.
      if (test.result === 'success' || test.result === 'skipped') {
        test.result = resultOfElement[name]!;
        test.message = attributes.get('message') ?? '';
      }
      Object.assign(test, { within: name, text: '' });
    }
  };
  for (const part of parseXml(text)) {
    if (part.kind === 'pause') yield undefined;
    else if (part.kind === 'open') open(part);
    else if (part.kind === 'text') {
      if (test?.within !== undefined && test.text.length < maxMessageLength) test.text += part.text.slice(0, maxMessageLength);
    } else if (part.name === 'testsuite') files.pop();
    else if (test && part.name === test.within) {
      if (test.message === '') test.message = test.text.trim();
      test.within = undefined;
    } else if (test && part.name === 'testcase') {
      yield toTestResult(test);
      test = undefined;
    }
  }
}
