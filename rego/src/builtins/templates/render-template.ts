import { entriesOf, getField, isArray, isObject, isSet, membersOf, type ObjectValue, type RegoValue } from '../../values/index.ts';
import { typeMismatch, type BuiltinContext } from '../builtin.ts';
import { goNumber, isGoNumber, isTruthy, printValue, templateFunctions, type GoValue } from './functions.ts';
import type { Nodes, Operand, Pipeline, Template, TemplateNode } from './parse-template.ts';

const fail = (): never => {
  throw typeMismatch;
};
/** Templates may use themselves; deeper ones end. */
const maxDepth = 100;
/** `$` and the variables of the blocks around, the innermost last. */
type Variables = { readonly name: string; value: GoValue }[];
interface Rendering {
  readonly template: Template;
  readonly context: BuiltinContext;
  readonly depth: number;
  output: string;
}
interface Scope {
  readonly dot: GoValue;
  readonly variables: Variables;
}

const write = (rendering: Rendering, text: string): void => {
  rendering.output += text;
  rendering.context.tick(1);
  rendering.context.checkSize(rendering.output.length);
};
/** Follows fields in order. A missing member is an error. */
const followFields = (value: GoValue, fields: readonly string[]): GoValue =>
  fields.reduce((at: GoValue, name): GoValue => {
    if (at === null || isGoNumber(at) || !isObject(at)) return fail();
    return getField(at, name) ?? (getField(at, name) === null ? null : fail());
  }, value);

const constants: Readonly<Record<string, GoValue>> = { true: true, false: false, nil: null };
function evaluateOperand(rendering: Rendering, scope: Scope, operand: Operand): GoValue {
  switch (operand.is) {
    case 'dot':
      return followFields(scope.dot, operand.fields);
    case 'variable':
      return followFields((scope.variables.findLast(({ name }) => name === operand.name) ?? fail()).value, operand.fields);
    case 'pipeline':
      return followFields(evaluatePipeline(rendering, scope, operand.pipeline), operand.fields);
    case 'number':
      return Number.isNaN(Number(operand.text.replaceAll('_', ''))) ? fail() : goNumber(Number(operand.text.replaceAll('_', '')));
    case 'string':
      return operand.text;
    default:
      return operand.name in constants ? (constants[operand.name] as GoValue) : callFunction(rendering, scope, operand.name, [], undefined);
  }
}
/** Calls a function; `last` is the result of the command before. */
function callFunction(
  rendering: Rendering,
  scope: Scope,
  name: string,
  operands: readonly Operand[],
  last: { readonly value: GoValue } | undefined,
): GoValue {
  rendering.context.tick(1);
  const values = function* (): Generator<GoValue> {
    for (const operand of operands) yield evaluateOperand(rendering, scope, operand);
    if (last) yield last.value;
  };
  if (name === 'and' || name === 'or') {
    let found: GoValue | undefined;
    for (const value of values()) {
      found = value;
      if (isTruthy(value) === (name === 'or')) break;
    }
    return found === undefined ? fail() : found;
  }
  const call = Object.hasOwn(templateFunctions, name) ? templateFunctions[name] : undefined;
  return call ? call([...values()]) : fail();
}

function evaluatePipeline(rendering: Rendering, scope: Scope, { commands, declares, assigns }: Pipeline): GoValue {
  let result: { readonly value: GoValue } | undefined;
  for (const [first, ...rest] of commands) {
    if (first?.is === 'word' && first.fields.length === 0 && !(first.name in constants))
      result = { value: callFunction(rendering, scope, first.name, rest, result) };
    else if (!first || rest.length > 0 || result) return fail();
    else result = { value: evaluateOperand(rendering, scope, first) };
  }
  const { value } = result ?? fail();
  if (declares.length === 1) setVariable(scope, declares[0] as string, value, assigns);
  return value;
}
function setVariable({ variables }: Scope, name: string, value: GoValue, assigns: boolean): void {
  if (!assigns) variables.push({ name, value });
  else (variables.findLast((each) => each.name === name) ?? fail()).value = value;
}

/** What `range` goes over, with keys; undefined for a value that has no members. */
function rangeOf(value: GoValue): readonly (readonly [key: GoValue, item: GoValue])[] | undefined {
  if (isGoNumber(value)) return Array.from({ length: Math.max(0, value.value) }, (_, index) => [goNumber(index), goNumber(index)] as const);
  if (value === null) return [];
  const list = isArray(value) ? value : isSet(value) ? membersOf(value) : undefined;
  if (list) return list.map((item, index) => [goNumber(index), item] as const);
  return isObject(value) ? entriesOf(value) : undefined;
}
type Jump = 'break' | 'continue' | undefined;
function renderRange(rendering: Rendering, scope: Scope, node: Extract<TemplateNode, { is: 'range' | 'if' | 'with' }>): Jump {
  const { declares } = node.pipeline;
  const value = evaluatePipeline(rendering, scope, { ...node.pipeline, declares: [] });
  if (isGoNumber(value)) rendering.context.checkSize(value.value);
  const items = rangeOf(value) ?? fail();
  for (const [key, item] of items) {
    const own = declares.length === 2 ? [key, item] : [item];
    const variables = [...scope.variables, ...declares.map((name, index) => ({ name, value: own[index] as GoValue }))];
    if (renderNodes(rendering, { dot: item, variables }, node.body) === 'break') break;
  }
  return items.length === 0 ? renderNodes(rendering, scope, node.otherwise) : undefined;
}
function renderNamed(
  { template, context, depth, output }: Rendering,
  scope: Scope,
  node: Extract<TemplateNode, { is: 'template' }>,
): string {
  const inner: Rendering = { template, context, depth: depth + 1, output };
  const nodes = template.named.get(node.name) ?? fail();
  if (depth > maxDepth) fail();
  const dot = node.pipeline ? evaluatePipeline(inner, scope, node.pipeline) : null;
  renderNodes(inner, { dot, variables: [{ name: '$', value: dot }] }, nodes);
  return inner.output;
}
function renderNode(rendering: Rendering, scope: Scope, node: TemplateNode): Jump {
  switch (node.is) {
    case 'text':
      write(rendering, node.text);
      return undefined;
    case 'action': {
      const value = evaluatePipeline(rendering, scope, node.pipeline);
      if (node.pipeline.declares.length === 0) write(rendering, printValue(value));
      return undefined;
    }
    case 'break':
    case 'continue':
      return node.is;
    case 'range':
      return renderRange(rendering, scope, node);
    case 'template':
      rendering.output = renderNamed(rendering, scope, node);
      return undefined;
    default: {
      const inner: Scope = { dot: scope.dot, variables: [...scope.variables] };
      const value = evaluatePipeline(rendering, inner, node.pipeline);
      if (!isTruthy(value)) return renderNodes(rendering, inner, node.otherwise);
      return renderNodes(rendering, node.is === 'with' ? { ...inner, dot: value } : inner, node.body);
    }
  }
}
function renderNodes(rendering: Rendering, { dot, variables }: Scope, nodes: Nodes): Jump {
  const scope: Scope = { dot, variables: [...variables] };
  for (const node of nodes) {
    const jump = renderNode(rendering, scope, node);
    if (jump) return jump;
  }
  return undefined;
}

/** Renders a template with the members of an object. @throws typeMismatch for what Go reports as an error. */
export function renderTemplate(template: Template, data: ObjectValue & RegoValue, context: BuiltinContext): string {
  const rendering: Rendering = { template, context, depth: 0, output: '' };
  renderNodes(rendering, { dot: data, variables: [{ name: '$', value: data }] }, template.nodes);
  return rendering.output;
}
