import { parseAllDocuments, type Document, type Node, type Tags, type YAMLError } from 'yaml';
import { isFree, stepsOf } from '../pointer.ts';
import type { Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { yamlComments } from './comments.ts';
import { yamlFault } from './fault.ts';
import { locator, type Found, type Locate } from './locate.ts';
import { spanOf } from './nodes.ts';
import { renameKey } from './rename.ts';
import { buildValue } from './value.ts';

/** Tags of YAML 1.1 whose values JSON has no type for: they are left to be what they are without the tag. */
const unlike = /:(binary|omap|pairs|set|timestamp)$/;
const customTags = (tags: Tags): Tags => tags.filter((tag) => typeof tag === 'string' || !unlike.test(tag.tag));

/**
 * YAML 1.2 with the core schema and merge keys: `yes` and a date are strings, unless a `%YAML 1.1` directive says what `yes` is.
 * A text without any document (empty, comments only) has none; `---` alone has one, null. A scalar with a tag that is not of
 * the core schema is a string, a collection with one is what it is.
 */
export function readYaml(text: string): Source {
  const source = { format: 'yaml', text, comments: () => yamlComments(text) } as const;
  try {
    const stream = parseAllDocuments(text, { merge: true, uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, customTags });
    // A stream without documents may have errors all the same.
    if ('empty' in stream) return { ...source, documents: [], faults: stream.errors.map((error) => yamlFault(text, error)) };
    const read = stream.map((document) => readDocument(text, document));
    return { ...source, documents: read.flatMap(({ document }) => document ?? []), faults: read.flatMap(({ faults }) => faults).sort((one, other) => one.start - other.start) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { ...source, documents: [], faults: [{ start: 0, end: 0, severity: 'error', message: 'the document is nested too deeply to be read' }] };
  }
}

interface Read { readonly document?: SourceDocument; readonly faults: readonly SourceFault[] }

function readDocument(text: string, { errors, contents }: { errors: readonly YAMLError[]; contents: Document['contents'] }): Read {
  if (errors.length) return { faults: errors.map((error) => yamlFault(text, error)) };
  const root = contents as Node | null;
  const built = buildValue(root, Math.max(1_000_000, text.length));
  if (built.faults.some(({ severity }) => severity === 'error')) return { faults: built.faults };
  // What finds places is made when the first one is asked for.
  let locate: Locate | undefined;
  const find = (pointer: string): Found | undefined => (locate ??= locator(root, built))(pointer);
  return {
    faults: built.faults,
    document: {
      value: built.value,
      locate: (pointers) => new Map([...pointers].flatMap((pointer): [string, Spot][] => {
        const found = find(pointer);
        return found ? [[pointer, spot(found)]] : [];
      })),
      rename(pointer, name) {
        const [found, steps] = [find(pointer), stepsOf(pointer)];
        return found && steps && isFree(built.value, steps, name) ? renameKey(found, name) : undefined;
      },
    },
  };
}

const spot = ({ key, value, alias }: Found): Spot => ({ key: key ? spanOf(key) : value, value, ...(alias && { alias }) });
