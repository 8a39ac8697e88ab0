import type { CheckedResource, StackCheck } from './stack-check.ts';

const escapes: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes a text for XML 1.0, which has no control characters. */
const escapeText = (text: string): string =>
  // eslint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd').replace(/[&<>"]/g, (character) => escapes[character]!);

const describe = ({ action, drift }: CheckedResource): string =>
  [...(action === 'unchanged' ? [] : [`to ${action}`]), ...(drift === undefined ? [] : [`changed outside: ${drift}`])].join('; ');

const renderCase = (stack: string, name: string, inside = ''): string => {
  const head = `    <testcase classname="${escapeText(stack)}" name="${escapeText(name)}" time="0"`;
  return inside === '' ? `${head}/>` : `${head}>${inside}</testcase>`;
};

const renderSuite = (check: StackCheck): readonly string[] => {
  const { stack, resources, outputs, failure } = check;
  const failing = resources.filter((one) => describe(one) !== '');
  const cases = [
    ...(failure === undefined ? [] : [renderCase(stack, 'plan', `<error message="there is no plan">${escapeText(failure)}</error>`)]),
    ...resources.map((one) => {
      const text = describe(one);
      return renderCase(stack, one.address, text && `<failure message="${escapeText(text)}" type="${one.action}"/>`);
    }),
    ...outputs.map((name) => renderCase(stack, `output.${name}`, '<failure message="to change" type="output"/>')),
  ];
  const counts = `tests="${cases.length}" failures="${failing.length + outputs.length}" errors="${failure === undefined ? 0 : 1}"`;
  return [`  <testsuite name="${escapeText(stack)}" ${counts} skipped="0" time="0">`, ...cases, '  </testsuite>'];
};

/** A JUnit report: a suite for each stack, a test case for each resource, which fails if the plan changes it. */
export const renderJunit = (checks: readonly StackCheck[]): string => {
  const head = ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites name="slipway plan">'];
  return `${[...head, ...checks.flatMap(renderSuite), '</testsuites>'].join('\n')}\n`;
};
