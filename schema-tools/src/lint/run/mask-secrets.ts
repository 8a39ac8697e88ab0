import type { Source } from '../../documents/source.ts';
import { type Annotation, annotations } from '../../index.ts';
import { associatedValue } from '../judge/run-rules.ts';
import type { Association } from '../judge/association.ts';
import type { MaskedSpan } from './lint-job.ts';

/** Annotations of schemas that mark a value as secret. */
const secretKeywords = ['writeOnly', 'format', 'x-sensitive'];
const isSecret = ({ keyword, value }: Annotation): boolean => (keyword === 'format' ? value === 'password' : value === true);

/**
 * Where the values of a source are that are marked as secret, in the order of the text. Without an evaluation no value is known to be
 * secret.
 */
export function secretSpans(source: Source, associations: readonly Association[]): readonly MaskedSpan[] {
  const { documents } = source;
  const found = documents.map(() => new Set<string>());
  for (const association of associations) {
    const asked = associatedValue(source, association);
    if (!asked) continue;
    for (const one of annotations(association.compiled, asked.value, { keywords: secretKeywords, mode: 'lenient' })) {
      if (isSecret(one)) found[association.document]!.add(association.pointer + one.pointer);
    }
  }
  return documents
    .flatMap((document, index) => (found[index]!.size === 0 ? [] : [...document.locate(found[index]!).values()].map(({ value }) => value)))
    .sort((one, other) => one.start - other.start)
    .map(({ start, end }) => [start, end]);
}
