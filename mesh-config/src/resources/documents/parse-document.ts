import { Composer, LineCounter, isMap, isNode, isScalar, type Document, Parser } from 'yaml';
import { describeAmbiguous, findTooDeep, maxYamlDepth, readAsKubernetes } from '@slipway/schema-tools/yaml';

/** The parts of a document, or why it cannot be parsed; lines are 1-based and relative to the document. */
export type ParsedDocument =
  | {
      readonly value: unknown;
      readonly lineOf: (pointer: string) => number | undefined;
      /** Values with another meaning in YAML 1.2. */
      readonly ambiguous: readonly { readonly line: number; readonly message: string }[];
    }
  | { readonly fault: string; readonly line: number };

/** Nested aliases grow exponentially. Documents written by people stay below this. */
const maxAliases = 100;

interface ComposedDocument {
  readonly document: Document.Parsed | undefined;
  readonly lines: LineCounter;
  /** The location at which it is nested too deeply. */ readonly tooDeepAt: number | undefined;
}

/** Documents that are nested too deeply are not composed: the recursion would overflow the stack. */
const composeDocument = (text: string): ComposedDocument => {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const limit = maxYamlDepth();
  const deep = tokens
    .map((token) => (token.type === 'document' ? findTooDeep(token, limit) : undefined))
    .find((start) => start !== undefined);
  if (deep !== undefined) return { document: undefined, lines, tooDeepAt: deep };
  const [document] = new Composer({ merge: true, prettyErrors: false }).compose(tokens, true, text.length);
  return { document: document as Document.Parsed, lines, tooDeepAt: deep };
};

/** Lines are found on demand: for most documents they are never needed. */
const createLineFinder =
  (text: string) =>
  (pointer: string): number | undefined => {
    const { document, lines } = composeDocument(text);
    if (!document) return 1;
    if (document.contents) readAsKubernetes(document.contents);
    const path =
      pointer === ''
        ? []
        : pointer
            .slice(1)
            .split('/')
            .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    // The nearest that is written: a pointer may name what is missing.
    for (let depth = path.length; depth >= 0; depth -= 1) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      // The line of a member is that of its name.
      const holder: unknown = depth > 0 ? document.getIn(path.slice(0, depth - 1), true) : undefined;
      const key = isMap(holder)
        ? holder.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === path[depth - 1])?.key
        : undefined;
      const written = isNode(key) ? key : node;
      if (isNode(written) && written.range) return lines.linePos(written.range[0]).line;
    }
    return 1;
  };

/** Such a value cannot be serialized. */
const isCircular = (value: unknown): boolean => {
  try {
    JSON.stringify(value);
    return false;
  } catch (problem) {
    return problem instanceof TypeError;
  }
};

/** Reads one document of YAML. */
export const parseDocument = (text: string): ParsedDocument => {
  const { document, lines, tooDeepAt: deep } = composeDocument(text);
  if (!document) return { fault: 'it is nested too deep', line: lines.linePos(deep ?? 0).line };
  const read = document.contents ? readAsKubernetes(document.contents) : undefined;
  const [error] = [...document.errors.map(({ message, pos: [offset] }) => ({ message, offset })), ...(read?.errors ?? [])];
  if (error) return { fault: error.message.replaceAll('\n', ' '), line: lines.linePos(error.offset).line };
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (text.includes('*') && isCircular(value)) return { fault: 'an alias refers to a value that contains it', line: 1 };
    const ambiguous = (read?.ambiguous ?? []).map((one) => ({ line: lines.linePos(one.offset).line, message: describeAmbiguous(one) }));
    return { value, lineOf: createLineFinder(text), ambiguous };
  } catch (problem) {
    return { fault: (problem as Error).message, line: 1 };
  }
};
