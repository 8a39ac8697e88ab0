import type { NameFilter, JobFilters } from '../configuration.ts';
import { evaluateConditionText } from '../elements/condition.ts';
import type { CompileContext } from '../elements/compile-context.ts';
import { getNodeList, getMember, type ConfigNode } from '../source/config-node.ts';
import { resolveNode } from '../templates/resolve.ts';

/** The pattern between slashes; undefined for a plain name. */
export const parseFilterPattern = (name: string): string | undefined =>
  name.length > 1 && name.startsWith('/') && name.endsWith('/') ? name.slice(1, -1).replaceAll('\\/', '/') : undefined;

const compileNames = (node: ConfigNode | undefined, { scope, session }: CompileContext): readonly string[] | undefined =>
  node &&
  getNodeList(node).flatMap((item) => {
    const value = resolveNode(item, scope, session);
    if (value === undefined) return [];
    const name = String(value);
    const pattern = parseFilterPattern(name);
    const reading = pattern === undefined ? undefined : session.patterns.parse(pattern);
    if (reading && 'fault' in reading) session.reportFault(item.pointer, reading.fault);
    return [name];
  });

/** `only` and `ignore` as lists. */
export const compileFilter = (node: ConfigNode, context: CompileContext): NameFilter => {
  const [only, ignore] = [compileNames(getMember(node, 'only'), context), compileNames(getMember(node, 'ignore'), context)];
  return { ...(only && { only }), ...(ignore && { ignore }) };
};

/** Compiles the filters of a job: an expression to its result, or names and patterns. */
export const compileFilters = (node: ConfigNode, context: CompileContext): JobFilters | undefined => {
  const { value, pointer } = node;
  if (typeof value === 'string') {
    if (!value.includes('<<')) return evaluateConditionText(value, pointer, context) ? 'true' : 'false';
    const resolved = resolveNode(node, context.scope, context.session);
    return resolved === true || (typeof resolved === 'string' && evaluateConditionText(resolved, pointer, context)) ? 'true' : 'false';
  }
  const [branches, tags] = [getMember(node, 'branches'), getMember(node, 'tags')].map((inner) =>
    inner && inner.value !== null ? compileFilter(inner, context) : undefined,
  );
  return branches || tags ? { ...(branches && { branches }), ...(tags && { tags }) } : undefined;
};
