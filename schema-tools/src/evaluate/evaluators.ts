import { resourceUri, parentKeyword, keywordName, type CompiledKeyword, type SchemaAst } from './ast.ts';
import { type KeywordContext, createKeywordContext } from '../keywords/keyword-context.ts';
import { createEvaluators, isAnnotationOnly, unevaluatedKeywords, adjacentKeywords } from '../keywords/index.ts';
import { findSchemasReaching } from './schema-graph.ts';
import type { InstanceLocation } from './instance-location.ts';
import {
  type Evaluator,
  dropHits,
  canContinue,
  type SchemaNode,
  noEvaluatedMembers,
  type Evaluation,
  mergeEvaluated,
  type EvaluatedMembers,
  unknown,
} from './evaluation.ts';
import { pruneSchemas } from './prune.ts';

const evaluatorCache = new WeakMap<SchemaAst, Map<string, SchemaNode>>();

/**
 * The evaluators of a compiled schema that collect these keywords, each created when an instance first needs it. `lenient`: for an
 * evaluation without a verdict.
 */
export const rootEvaluator = (schemas: SchemaAst, keywords: ReadonlySet<string>, lenient = false): SchemaNode => {
  let known = evaluatorCache.get(schemas);
  if (!known) evaluatorCache.set(schemas, (known = new Map()));
  const [only = ''] = keywords;
  const key = `${lenient ? 'lenient' : 'strict'} ${keywords.size > 1 ? [...keywords].sort().join(' ') : only}`;
  let found = known.get(key);
  if (!found) known.set(key, (found = createRootEvaluator(lenient ? pruneUnlessAsserted(schemas, keywords) : schemas, keywords)));
  return found;
};

/**
 * The schema without what cannot affect the collection of these keywords; the whole schema if one of them contains schemas or asserts,
 * since its value would be cut.
 */
const pruneUnlessAsserted = (schemas: SchemaAst, keywords: ReadonlySet<string>): SchemaAst => {
  const isWhole = Object.values(schemas.nodes).some(
    (rows) => typeof rows !== 'boolean' && rows.some((row) => !isAnnotationOnly(row[0]) && keywords.has(keywordName(row))),
  );
  return isWhole ? schemas : { ...schemas, nodes: pruneSchemas(schemas, keywords) };
};

const createRootEvaluator = (schemas: SchemaAst, keywords: ReadonlySet<string>): SchemaNode => {
  const reached: ReadonlySet<string> = keywords.size === 0 ? new Set() : findSchemasReaching(schemas, keywords);
  const isDynamic = Object.values(schemas.dynamicAnchors).some((anchors) => Object.keys(anchors).length > 0);
  const nodes = new Map<string, SchemaNode>();
  const nodeAt = (uri: string): SchemaNode => {
    const known = nodes.get(uri);
    if (known) return known;
    const rows = schemas.nodes[uri];
    const node: SchemaNode = {
      uri,
      canAnnotate: reached.has(uri),
      evaluate: (value, at, run, seen) => {
        node.evaluate = checkOf(node, rows as readonly CompiledKeyword[]);
        return node.evaluate(value, at, run, seen);
      },
    };
    if (rows === true) node.evaluate = () => true;
    if (rows === false) node.evaluate = falseSchema(uri);
    nodes.set(uri, node);
    return node;
  };
  const checkOf = (node: SchemaNode, rows: readonly CompiledKeyword[]): Evaluator => {
    const context: KeywordContext = createKeywordContext(rows, nodeAt, schemas);
    const own = node.canAnnotate ? rows.filter((row) => keywords.has(keywordName(row))) : [];
    const [checks, after] = [createEvaluators(adjacentKeywords, context), createEvaluators(unevaluatedKeywords, context)];
    const listening = schemaObjectEvaluator(node, own, checks, after);
    const check = after.length > 0 ? listening : withValidationPath(listening, checks);
    return isDynamic ? withDynamicScope(resourceUri(node.uri), check) : check;
  };
  return nodeAt(schemas.root);
};

/** The schema `false`; as `additionalProperties` its message names the property. */
const falseSchema =
  (uri: string): Evaluator =>
  (_value, at, run) => {
    const keyword = parentKeyword(uri);
    const isNamed = at !== null && at.parent !== null && typeof at.step === 'string';
    if (run.faults && at)
      run.faults.push({ at, keyword, location: uri, message: isNamed ? `\`${at.step}\` is not allowed here` : 'nothing is allowed here' });
    return false;
  };

/** `contentMediaType` and its siblings annotate strings only; a keyword without a value is no annotation. */
const isAnnotated = ([keyword, , said]: CompiledKeyword, value: unknown): boolean =>
  said !== undefined && (typeof value === 'string' || !keyword.startsWith('content'));

/** Evaluates a schema object: all its keywords, then those that depend on what others have evaluated. */
const schemaObjectEvaluator =
  (node: SchemaNode, own: readonly CompiledKeyword[], checks: readonly Evaluator[], after: readonly Evaluator[]): Evaluator =>
  (value, from, run, seen) => {
    const at: InstanceLocation | null = from !== null && (node.canAnnotate || run.faults !== null) ? from : null;
    const on = canContinue(run, at);
    const local: EvaluatedMembers | null = seen !== null || after.length > 0 ? noEvaluatedMembers() : null;
    const mark = run.hits.length;
    if (value === unknown && checks.length + after.length > 0) run.uncertain = true;
    let passes = true;
    for (const check of checks) {
      if (!check(value, at, run, local)) passes = false;
      if (!passes && !on) break;
    }
    if (passes || on)
      for (const check of after) {
        // After a failure it is not certain which members are unevaluated, so these are neither collected nor reported.
        if (!passes && run.faults) break;
        if (!check(value, passes ? at : null, run, local)) passes = false;
        if (!passes && !on) break;
      }
    if (!passes && !run.lenient) dropHits(run, mark);
    else if (at && own.length > 0 && (run.only === null || run.only.has(value)))
      for (const row of own) if (isAnnotated(row, value)) run.hits.push({ at, row, uri: node.uri });
    if (seen && local && (passes || on)) mergeEvaluated(seen, local);
    return passes;
  };

/** A faster evaluation for the case that nothing is collected and evaluated members are not tracked. */
const withValidationPath =
  (listening: Evaluator, checks: readonly Evaluator[]): Evaluator =>
  (value, from, run, seen) => {
    if (from !== null || seen !== null) return listening(value, from, run, seen);
    if (value === unknown && checks.length > 0) run.uncertain = true;
    for (let index = 0; index < checks.length; index += 1) if (!checks[index]!(value, null, run, null)) return false;
    return true;
  };

/** Enters the schema's resource into the dynamic scope, where it is new. */
const withDynamicScope =
  (base: string, check: Evaluator): Evaluator =>
  (value, at, run: Evaluation, seen) => {
    if (run.dynamicScope.includes(base)) return check(value, at, run, seen);
    run.dynamicScope.push(base);
    const passes = check(value, at, run, seen);
    run.dynamicScope.pop();
    return passes;
  };
