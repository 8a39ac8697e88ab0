import type { Source } from '../../documents/source.ts';
import { type Annotation, annotations } from '../../index.ts';
import { associatedValue } from '../judge/run-rules.ts';
import type { Association } from '../judge/association.ts';

/** Annotations of schemas that mark a value as secret. */
const secretKeywords = ['writeOnly', 'format', 'x-sensitive'];
const isSecret = ({ keyword, value }: Annotation): boolean => (keyword === 'format' ? value === 'password' : value === true);

/**
 * A source's text for a report: values marked as secret are replaced by asterisks of the same length, so that columns are kept. Without an
 * evaluation no value is known to be secret.
 */
export function maskSecrets(source: Source, associations: readonly Association[]): string {
  const { text, documents } = source;
  const found = documents.map(() => new Set<string>());
  for (const association of associations) {
    const asked = associatedValue(source, association);
    if (!asked) continue;
    for (const one of annotations(association.compiled, asked.value, { keywords: secretKeywords, mode: 'lenient' })) {
      if (isSecret(one)) found[association.document]!.add(association.pointer + one.pointer);
    }
  }
  const spans = documents
    .flatMap((document, index) => (found[index]!.size === 0 ? [] : [...document.locate(found[index]!).values()].map(({ value }) => value)))
    .sort((one, other) => one.start - other.start);
  let [shown, done] = ['', 0];
  for (const { start, end } of spans) {
    if (end <= done) continue;
    shown += text.slice(done, Math.max(start, done)) + text.slice(Math.max(start, done), end).replace(/\S/g, '*');
    done = end;
  }
  return shown + text.slice(done);
}
