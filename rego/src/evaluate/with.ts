import { findNode } from '../compile/rule-tree.ts';
import { PolicyError } from '../errors.ts';
import type { ResolvedStatement } from '../resolve/resolved.ts';
import { entriesOf, getField, isObject, isString, objectOf, type RegoValue } from '../values/index.ts';
import type { Frame, DocumentView } from './evaluation.ts';
import { evaluateTerms } from './terms.ts';

/** A value with another at a path in it; what is in the way becomes an object. */
function replaceAtPath(value: RegoValue | undefined, path: readonly RegoValue[], inner: RegoValue): RegoValue {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  const object = value !== undefined && isObject(value) ? value : objectOf([]);
  return objectOf([...entriesOf(object), [step, replaceAtPath(getField(object, step), rest, inner)]]);
}

function applyReplacement(
  frame: Frame,
  view: DocumentView,
  { replacing, at }: ResolvedStatement,
  index: number,
  value: RegoValue,
): DocumentView {
  const { root, path } = replacing[index] as ResolvedStatement['replacing'][number];
  if (root === 'input') return { ...view, input: replaceAtPath(view.input, path, value) };
  const names = path.filter(isString);
  const { node, rest } = findNode(view.evaluation.root, names);
  if (node.rules.length && rest.length)
    throw new PolicyError(
      'unsupported',
      frame.file,
      at,
      `\`with\` replaces the whole of the rule ${node.path.join('.')}, not a part of it`,
    );
  return { ...view, data: replaceAtPath(view.data, path, value), replacedPaths: new Set([...view.replacedPaths, JSON.stringify(names)]) };
}

/** Evaluates a statement under another `input` or `data`. The variables are the same. */
export function evaluateWithReplacements(frame: Frame, step: ResolvedStatement, go: (inner: Frame) => boolean): boolean {
  return evaluateTerms(
    frame,
    step.replacing.map(({ value }) => value),
    (values) => {
      const view = values.reduce<DocumentView>((before, value, index) => applyReplacement(frame, before, step, index, value), {
        ...frame.view,
        ruleValues: new Map(),
      });
      return go({ ...frame, view });
    },
  );
}
