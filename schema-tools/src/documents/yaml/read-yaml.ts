import { Composer, type Document, type Node, type Tags, type YAMLError } from 'yaml';
import { isNameFree, parsePointer } from '../pointer.ts';
import type { Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { readAfterMark } from './byte-order-mark.ts';
import { yamlComments } from './comments.ts';
import { describeTooDeep, parseWithin, YamlLimitExceeded, type YamlLimits } from './parse-within.ts';
import { maxYamlDepth, findTooDeep } from './yaml-depth.ts';
import { createLocator, type YamlLocation, type Locator } from './locate.ts';
import { yamlSpan } from './nodes.ts';
import { renameYamlKey } from './rename-yaml-key.ts';
import { buildValue } from './build-value.ts';
import { describeAmbiguous, isForKubernetes, readAsKubernetes } from './read-as-kubernetes.ts';

/** What to do about errors whose messages do not say it. */
const hints: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BLOCK_AS_IMPLICIT_KEY: 'a value with ": " in it is written in quotes',
  MULTILINE_IMPLICIT_KEY: 'is a ":" missing at the end of the line?',
};

/** An error of the parser as a fault: its words begin small, as ours do. */
function yamlFault(text: string, { message, code, pos }: YAMLError): SourceFault {
  const [start, end] = pos.map((offset) => Math.min(Math.max(offset, 0), text.length)) as [number, number];
  const words = (/^[A-Z][a-z]/.test(message) ? message[0]!.toLowerCase() + message.slice(1) : message).replace(
    /closing (["'])quote/,
    'closing $1',
  );
  return { start, end: Math.max(start, end), severity: 'error', message: hints[code] ? `${words}; ${hints[code]}` : words };
}

/** Tags of YAML 1.1 whose values JSON has no type for: they are left to be what they are without the tag. */
const unsupportedTags = /:(binary|omap|pairs|set|timestamp)$/;
const customTags = (tags: Tags): Tags => tags.filter((tag) => typeof tag === 'string' || !unsupportedTags.test(tag.tag));

/**
 * YAML 1.2 with the core schema and merge keys: `yes` and a date are strings, unless there is a `%YAML 1.1` directive. A document for
 * Kubernetes is read as Kubernetes does, by YAML 1.1, with a warning for values that differ in 1.2. An empty text, or one with only
 * comments, has no documents; `---` has one, null. Tags outside of the core schema make a scalar a string, and are ignored on a collection.
 */
export const readYaml = (text: string, limits: Partial<YamlLimits> = {}): Source =>
  readAfterMark(text, (unmarked) => readLines(unmarked, limits));

/** YAML ends lines at a lone carriage return too, which the parser does not support. Offsets are kept. */
function readLines(text: string, limits: Partial<YamlLimits>): Source {
  const lines = text.replace(/\r(?!\n)/g, '\n');
  return lines === text ? readStream(text, limits) : { ...readStream(lines, limits), text };
}

function readStream(text: string, { levels = Infinity, tokens = Infinity }: Partial<YamlLimits>): Source {
  const faults: SourceFault[] = [];
  const documents: SourceDocument[] = [];
  const composer = new Composer({ merge: true, uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, customTags });
  const take = (composed: Iterable<Document.Parsed>): void => {
    for (const { errors, contents } of composed) {
      const read = readDocument(text, errors, contents);
      // Not spread: a text can have more faults than a call takes arguments.
      for (const fault of read.faults) faults.push(fault);
      if (read.document) documents.push(read.document);
    }
  };
  const addError = (start: number, message: string): void => {
    faults.push({ start, end: start + 1, severity: 'error', message });
  };
  const limit = Math.min(levels, maxYamlDepth());
  try {
    for (const token of parseWithin(text, { levels, tokens })) {
      const start = token.type === 'document' ? findTooDeep(token, limit) : undefined;
      if (start === undefined) take(composer.next(token));
      else addError(start, describeTooDeep(limit));
    }
    take(composer.end());
  } catch (error) {
    if (!(error instanceof YamlLimitExceeded)) throw error;
    addError(error.offset, error.message);
  }
  // Even a stream without documents can have errors.
  if (documents.length === 0 && faults.length === 0) for (const error of composer.streamInfo().errors) faults.push(yamlFault(text, error));
  return {
    format: 'yaml',
    text,
    documents,
    faults: faults.sort((one, other) => one.start - other.start),
    comments: () => yamlComments(text),
  };
}

interface DocumentResult {
  readonly document?: SourceDocument;
  readonly faults: readonly SourceFault[];
}

function readDocument(text: string, errors: readonly YAMLError[], contents: Document['contents']): DocumentResult {
  if (errors.length) return { faults: errors.map((error) => yamlFault(text, error)) };
  const root = contents as Node | null;
  const kubernetes = isForKubernetes(root) ? readAsKubernetes(root) : undefined;
  const ambiguous = (kubernetes?.ambiguous ?? []).map((one): SourceFault => ({
    start: one.offset,
    end: one.offset + one.text.length,
    severity: 'warning',
    message: describeAmbiguous(one),
  }));
  const built = buildValue(root, Math.max(1_000_000, text.length));
  if (built.faults.some(({ severity }) => severity === 'error')) return { faults: built.faults };
  // What finds places is made when the first one is asked for.
  let locate: Locator | undefined;
  const find = (pointer: string): YamlLocation | undefined => (locate ??= createLocator(root, built))(pointer);
  return {
    faults: [...built.faults, ...ambiguous],
    document: {
      value: built.value,
      locate: (pointers) =>
        new Map(
          [...pointers].flatMap((pointer): [string, Spot][] => {
            const found = find(pointer);
            return found ? [[pointer, toSpot(found)]] : [];
          }),
        ),
      rename(pointer, name) {
        const [found, steps] = [find(pointer), parsePointer(pointer)];
        return found && steps && isNameFree(built.value, steps, name) ? renameYamlKey(text, found, name) : undefined;
      },
    },
  };
}

const toSpot = ({ key, value, alias }: YamlLocation): Spot => ({ key: key ? yamlSpan(key) : value, value, ...(alias && { alias }) });
