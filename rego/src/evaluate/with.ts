import { formatPath } from '../syntax/path-text.ts';
import { findNode } from '../compile/rule-tree.ts';
import { PolicyError } from '../errors.ts';
import type { ResolvedStatement, WithReplacement } from '../resolve/resolved.ts';
import { entriesOf, getField, isObject, isString, objectOf, type RegoValue } from '../values/index.ts';
import type { Frame, DocumentView } from './evaluation.ts';
import { evaluateTerms } from './terms.ts';

/** Replaces the value at a path; other values on the way become objects. */
function replaceAtPath(value: RegoValue | undefined, path: readonly RegoValue[], inner: RegoValue): RegoValue {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  const object = value !== undefined && isObject(value) ? value : objectOf([]);
  return objectOf([...entriesOf(object), [step, replaceAtPath(getField(object, step), rest, inner)]]);
}

function replaceDocument(
  frame: Frame,
  view: DocumentView,
  { root, path }: WithReplacement & { target: 'document' },
  at: ResolvedStatement['at'],
  value: RegoValue,
): DocumentView {
  if (root === 'input') return { ...view, input: replaceAtPath(view.input, path, value) };
  const names = path.filter(isString);
  const { node, rest } = findNode(view.evaluation.root, names);
  if (node.rules.length && rest.length)
    throw new PolicyError(
      'unsupported',
      frame.file,
      at,
      `\`with\` replaces the whole of the rule ${formatPath(node.path)}, not a part of it`,
    );
  return { ...view, data: replaceAtPath(view.data, path, value), replacedPaths: new Set([...view.replacedPaths, JSON.stringify(names)]) };
}

/** Evaluates a statement with other documents or functions. The variables stay. */
export function evaluateWithReplacements(frame: Frame, step: ResolvedStatement, go: (inner: Frame) => boolean): boolean {
  const valued = step.replacing.flatMap(({ value }) => (value ? [value] : []));
  return evaluateTerms(frame, valued, (values) => {
    const left = [...values];
    let view: DocumentView = { ...frame.view, ruleValues: new Map(), functionValues: new Map() };
    for (const each of step.replacing) {
      if (each.target === 'document') view = replaceDocument(frame, view, each, step.at, left.shift() as RegoValue);
      else {
        const replacement = each.by ? { call: each.by } : { value: left.shift() as RegoValue };
        view = { ...view, replacedFunctions: new Map([...view.replacedFunctions, [each.name, replacement]]) };
      }
    }
    return go({ ...frame, view });
  });
}
