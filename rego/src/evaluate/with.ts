import { findNode } from '../compile/rule-tree.ts';
import { PolicyError } from '../errors.ts';
import type { ResolvedStatement } from '../resolve/resolved.ts';
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

/** Evaluates a statement with other documents `input` or `data`. The variables stay. */
export function evaluateWithReplacements(frame: Frame, step: ResolvedStatement, go: (inner: Frame) => boolean): boolean {
  return evaluateTerms(
    frame,
    step.replacing.map(({ value }) => value),
    (values) => {
      const view = values.reduce<DocumentView>((outer, value, index) => applyReplacement(frame, outer, step, index, value), {
        ...frame.view,
        ruleValues: new Map(),
      });
      return go({ ...frame, view });
    },
  );
}
