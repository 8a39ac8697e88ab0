import { Composer, Parser, type Document, type Node, type Tags, type YAMLError } from 'yaml';
import { isFree, stepsOf } from '../pointer.ts';
import type { Source, SourceDocument, SourceFault, Spot } from '../source.ts';
import { behindMark } from './byte-order-mark.ts';
import { yamlComments } from './comments.ts';
import { levels, tooDeep } from './depth.ts';
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
export const readYaml = (text: string): Source => behindMark(text, readStream);

function readStream(text: string): Source {
  const faults: SourceFault[] = [];
  const documents: SourceDocument[] = [];
  const composer = new Composer({ merge: true, uniqueKeys: false, prettyErrors: false, resolveKnownTags: false, customTags });
  const take = (composed: Iterable<Document.Parsed>): void => {
    for (const { errors, contents } of composed) {
      const read = readDocument(text, errors, contents);
      faults.push(...read.faults);
      if (read.document) documents.push(read.document);
    }
  };
  const limit = levels();
  for (const token of new Parser().parse(text)) {
    const start = token.type === 'document' ? tooDeep(token, limit) : undefined;
    if (start === undefined) take(composer.next(token));
    else faults.push({ start, end: start + 1, severity: 'error', message: `expected at most ${limit} levels, one in the other: deeper YAML cannot be read here` });
  }
  take(composer.end());
  // A stream without documents may have errors all the same.
  if (documents.length === 0 && faults.length === 0) faults.push(...composer.streamInfo().errors.map((error) => yamlFault(text, error)));
  return { format: 'yaml', text, documents, faults: faults.sort((one, other) => one.start - other.start), comments: () => yamlComments(text) };
}

interface Read { readonly document?: SourceDocument; readonly faults: readonly SourceFault[] }

function readDocument(text: string, errors: readonly YAMLError[], contents: Document['contents']): Read {
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
        return found && steps && isFree(built.value, steps, name) ? renameKey(text, found, name) : undefined;
      },
    },
  };
}

const spot = ({ key, value, alias }: Found): Spot => ({ key: key ? spanOf(key) : value, value, ...(alias && { alias }) });
