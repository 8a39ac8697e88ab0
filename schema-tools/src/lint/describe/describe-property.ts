import { lineIndex, type Position } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import { type Annotation, annotations, type Deprecation, deprecations } from '../../index.ts';
import { lastStep } from '../../documents/pointer.ts';
import type { Region } from '../finding.ts';
import { associatedValue } from '../judge/run-rules.ts';
import type { Association } from '../judge/association.ts';
import { findProperty } from './find-property.ts';

/** A text of a schema, and whether it is Markdown. */
export interface PropertyText {
  readonly text: string;
  readonly isMarkdown: boolean;
}

/** The description of one property by its schemas. Plain data, which workers can send. */
export interface PropertyDescription extends Region {
  readonly name: string;
  readonly deprecations: readonly Omit<Deprecation, 'pointer' | 'location'>[];
  readonly titles: readonly string[];
  readonly descriptions: readonly PropertyText[];
  /** The values that the property takes, each with its description. */
  readonly values: readonly (PropertyText & { readonly value: string })[];
}

const uniqueValues = <T>(all: readonly T[]): readonly T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];

const describingKeywords = ['title', 'description', 'markdownDescription', 'enum'];
/** Values with a description that a hover shows. */
const maxValues = 50;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** One text of each subschema: the one in Markdown, if it has both. */
const descriptionOf = ({ keyword, value, beside }: Annotation): readonly PropertyText[] => {
  if (!isText(value) || (keyword !== 'description' && keyword !== 'markdownDescription')) return [];
  if (keyword === 'description' && isText(beside.get('markdownDescription'))) return [];
  return [{ text: value.trim(), isMarkdown: keyword === 'markdownDescription' }];
};

/** The values of `enum`, which are compiled to JSON, with the texts that VS Code's keywords have for them, in the same order. */
const describedValues = ({ keyword, value, beside }: Annotation): PropertyDescription['values'] => {
  if (keyword !== 'enum' || !Array.isArray(value)) return [];
  const [plain, marked] = [beside.get('enumDescriptions'), beside.get('markdownEnumDescriptions')];
  return value.slice(0, maxValues).flatMap((one, index) => {
    const [text, markdown] = [plain, marked].map((texts): unknown => (Array.isArray(texts) ? texts[index] : undefined));
    if (!isText(markdown) && !isText(text)) return [];
    return [{ value: String(one), text: (isText(markdown) ? markdown : (text as string)).trim(), isMarkdown: isText(markdown) }];
  });
};

/** The description of the property at a position; undefined if there is no property, or no description. */
export function describeProperty(
  source: Source,
  associations: readonly Association[],
  position: Position,
): PropertyDescription | undefined {
  const lines = lineIndex(source.text);
  const place = findProperty(source, lines.offset(position));
  if (!place) return undefined;
  const found: Deprecation[] = [];
  const said: Annotation[] = [];
  for (const association of associations) {
    const { document, pointer: from, compiled } = association;
    const asked =
      document === place.document && `${place.pointer}/`.startsWith(`${from}/`) ? associatedValue(source, association) : undefined;
    if (!asked) continue;
    const isHere = ({ pointer }: { readonly pointer: string }): boolean => from + pointer === place.pointer;
    found.push(...deprecations(compiled, asked.value, 'lenient').filter(isHere));
    said.push(...annotations(compiled, asked.value, { keywords: describingKeywords, mode: 'lenient' }).filter(isHere));
  }
  const described = {
    ...lines.region(place.span),
    name: lastStep(place.pointer),
    deprecations: uniqueValues(found.map(({ pointer: _pointer, location: _location, ...rest }) => rest)),
    titles: uniqueValues(said.flatMap(({ keyword, value }) => (keyword === 'title' && isText(value) ? [value.trim()] : []))),
    descriptions: uniqueValues(said.flatMap(descriptionOf)),
    values: uniqueValues(said.flatMap(describedValues)),
  };
  const { deprecations: deprecated, titles, descriptions, values } = described;
  return deprecated.length + titles.length + descriptions.length + values.length === 0 ? undefined : described;
}
