import { lineIndex, type Position } from '../../documents/line-index.ts';
import type { Source } from '../../documents/source.ts';
import { annotations, type Deprecation, deprecations } from '../../index.ts';
import { lastStep } from '../../documents/pointer.ts';
import type { Region } from '../finding.ts';
import { associatedValue } from '../judge/run-rules.ts';
import type { Association } from '../judge/association.ts';
import { findProperty } from './find-property.ts';

/** The description of one property by its schemas. Plain data, which workers can send. */
export interface PropertyDescription extends Region {
  readonly name: string;
  readonly deprecations: readonly Omit<Deprecation, 'pointer' | 'location'>[];
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
}

const uniqueValues = <T>(all: readonly T[]): readonly T[] => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];

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
  const said: { readonly keyword: string; readonly value: unknown }[] = [];
  for (const association of associations) {
    const { document, pointer: from, compiled } = association;
    const asked =
      document === place.document && `${place.pointer}/`.startsWith(`${from}/`) ? associatedValue(source, association) : undefined;
    if (!asked) continue;
    const isHere = ({ pointer }: { readonly pointer: string }): boolean => from + pointer === place.pointer;
    found.push(...deprecations(compiled, asked.value, 'lenient').filter(isHere));
    said.push(...annotations(compiled, asked.value, { keywords: ['title', 'description'], mode: 'lenient' }).filter(isHere));
  }
  const texts = (keyword: string) =>
    uniqueValues(
      said.flatMap(({ keyword: name, value }) =>
        name === keyword && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
      ),
    );
  const described = {
    ...lines.region(place.span),
    name: lastStep(place.pointer),
    deprecations: uniqueValues(found.map(({ pointer: _pointer, location: _location, ...rest }) => rest)),
    titles: texts('title'),
    descriptions: texts('description'),
  };
  return described.deprecations.length + described.titles.length + described.descriptions.length === 0 ? undefined : described;
}
