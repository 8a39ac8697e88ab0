import { lineIndex, type Position } from '../../documents/line-index.ts';
import { lastStep, parentPointer, parsePointer, valueAt } from '../../documents/pointer.ts';
import { readSource } from '../../documents/read-source.ts';
import { setOwnProperty } from '../../documents/set-own-property.ts';
import type { Format, Source } from '../../documents/source.ts';
import { unknown } from '../../index.ts';
import { escapePointerToken, isObject } from '../../json.ts';
import type { Region } from '../finding.ts';
import type { Association } from '../judge/association.ts';
import { declaredMembers } from './declared-members.ts';
import { placeholder, placeholderTexts } from './placeholder-texts.ts';

/** A key or a value that may be written at a position. Plain data, which workers can send. */
export interface Completion {
  readonly label: string;
  /** What replaces the word at the position. */
  readonly text: string;
  readonly kind: 'key' | 'value';
  readonly isDeprecated: boolean;
  readonly detail?: string;
  readonly description?: string;
}

export interface Completions {
  /** The word that a completion replaces. */
  readonly region: Region;
  readonly items: readonly Completion[];
}

/** A document without the placeholder, and where it was. */
interface PlaceholderPlace {
  readonly document: number;
  readonly parent: string;
  readonly value: unknown;
  /** The member whose value is being written; undefined while a key is. */
  readonly member: string | undefined;
}

/** A copy of a value without the placeholder: its member is left out, as a value it is not known yet. */
function withoutPlaceholder(value: unknown, pointer: string, found: (parent: string, member: string | undefined) => void): unknown {
  if (value === placeholder) {
    found(parentPointer(pointer), lastStep(pointer));
    return unknown;
  }
  if (Array.isArray(value)) return value.map((item, index) => withoutPlaceholder(item, `${pointer}/${index}`, found));
  if (!isObject(value)) return value;
  const copy: object = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === placeholder) found(pointer, undefined);
    else setOwnProperty(copy, name, withoutPlaceholder(member, `${pointer}/${escapePointerToken(name)}`, found));
  }
  return copy;
}

function findPlaceholder({ documents }: Source): PlaceholderPlace | undefined {
  for (const [document, { value: whole }] of documents.entries()) {
    let place: { readonly parent: string; readonly member: string | undefined } | undefined;
    const value = withoutPlaceholder(whole, '', (parent, member) => (place ??= { parent, member }));
    if (place) return { document, value, ...place };
  }
  return undefined;
}

const plainWord = /^[A-Za-z_$][\w$-]*$/;
const notPlain = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const writeName = (name: string, format: Format): string =>
  format.startsWith('json') || !plainWord.test(name) || (format === 'yaml' && notPlain.test(name)) ? JSON.stringify(name) : name;
const assignment: { readonly [format in Format]: string } = { json: ': ', jsonc: ': ', json5: ': ', yaml: ': ', toml: ' = ' };

/** A JSON text in the spelling of a format. */
function writeValue(json: string, format: Format): string {
  const value: unknown = JSON.parse(json);
  return format === 'yaml' && typeof value === 'string' ? writeName(value, format) : json;
}

/** The completions of one schema. */
function completionsOf(
  { compiled, pointer: from }: Association,
  { value: whole, parent, member }: PlaceholderPlace,
  format: Format,
  isKeyed: boolean,
): readonly Completion[] {
  const value = valueAt(whole, parsePointer(from) ?? []);
  const members = declaredMembers(compiled, value, parent.slice(from.length));
  if (member !== undefined)
    return (members.get(member)?.values ?? []).map((json) => {
      const text = writeValue(json, format);
      return { label: text, text, kind: 'value', isDeprecated: false };
    });
  const present = valueAt(whole, parsePointer(parent) ?? []);
  return [...members]
    .filter(([name]) => !isObject(present) || !Object.hasOwn(present, name))
    .map(([name, { isDeprecated, types, descriptions }]) => ({
      label: name,
      text: writeName(name, format) + (isKeyed ? '' : assignment[format]),
      kind: 'key',
      isDeprecated,
      ...(types.length > 0 ? { detail: types.join(' | ') } : {}),
      ...(descriptions.length > 0 ? { description: descriptions.join('\n\n') } : {}),
    }));
}

/** The keys or values that may be written at a position. `findAssociations`: the schemas of a text in which a placeholder stands there. */
export async function complete(
  text: string,
  position: Position,
  format: Format,
  findAssociations: (source: Source) => Promise<readonly Association[]>,
): Promise<Completions> {
  const lines = lineIndex(text);
  const { word, isKeyed, texts } = placeholderTexts(text, lines.offset(position), format);
  const region = lines.region(word);
  for (const one of texts) {
    const source = await readSource(one.text, format === 'json' ? 'jsonc' : format);
    const place = source.faults.some(({ severity }) => severity === 'error') ? undefined : findPlaceholder(source);
    if (!place || (place.member === undefined) !== (one.kind === 'key')) continue;
    const associations = (await findAssociations(source)).filter(
      ({ document, pointer }) => document === place.document && `${place.parent}/`.startsWith(`${pointer}/`),
    );
    const items = associations.flatMap((association) => completionsOf(association, place, format, isKeyed));
    return { region, items: [...new Map(items.map((item) => [item.label, item])).values()] };
  }
  return { region, items: [] };
}
