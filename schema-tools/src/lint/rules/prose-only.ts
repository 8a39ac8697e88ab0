import { type Annotation, annotations } from '../../index.ts';
import { findReplacement } from '../../evaluate/find-replacement.ts';
import { declaredNames } from '../declarations/declared-names.ts';
import { lastStep, parentPointer } from '../../documents/pointer.ts';
import { truncate } from '../../text.ts';
import { deprecationSentence } from '../prose/deprecation-sentence.ts';
import type { Problem, Rule } from '../rule.ts';

/** Without `$comment`, which the specification forbids to collect. */
const proseKeywords = ['description', 'markdownDescription', 'title'];
/** Annotations that only occur on deprecated fields: without `deprecated: true` most tools do not show them. */
const messageKeywords = ['x-deprecation-message', 'x-deprecationMessage', 'x-deprecated'];
/** Messages that mark a property as deprecated without the flag: the rule `deprecated` reports them. */
const markingKeywords = ['deprecationMessage', 'markdownDeprecationMessage'];

/** The text in which an annotation states a deprecation; undefined if it does not. */
const deprecationText = ({ keyword, pointer, value, beside }: Annotation): string | undefined => {
  if (beside.get('deprecated') === false) return undefined;
  if (messageKeywords.includes(keyword)) return value === true ? '' : typeof value === 'string' && value !== '' ? value : undefined;
  return typeof value === 'string' ? deprecationSentence(value, lastStep(pointer)) : undefined;
};

/** A deprecation that only people can read. */
export const proseOnly: Rule = {
  id: 'prose-only',
  doc: 'Fields that are deprecated according to their description only: their schema has no `deprecated: true`.',
  severity: 'off',
  *check({ compiled, value }): Iterable<Problem> {
    const found = annotations(compiled, value, {
      keywords: [...proseKeywords, ...messageKeywords, ...markingKeywords, 'deprecated'],
      mode: 'lenient',
    });
    const marked = new Set(
      found
        .filter(({ keyword, value: said }) => (keyword === 'deprecated' ? said === true : markingKeywords.includes(keyword)))
        .map(({ pointer }) => pointer),
    );
    const says = found
      .filter(({ keyword, pointer }) => keyword !== 'deprecated' && !markingKeywords.includes(keyword) && !marked.has(pointer))
      .map((annotation) => ({ annotation, said: deprecationText(annotation) }))
      .filter(({ said }) => said !== undefined);
    const declared = says.length > 0 ? declaredNames(compiled, value) : undefined;
    const told = new Set<string>();
    for (const {
      annotation: { keyword, pointer, value: whole },
      said,
    } of says) {
      if (told.has(pointer)) continue;
      told.add(pointer);
      const replacement =
        pointer === '' || typeof whole !== 'string'
          ? undefined
          : findReplacement(whole, lastStep(pointer), declared?.get(parentPointer(pointer))?.names ?? new Set());
      yield {
        pointer,
        message: `its \`${keyword}\` says that it is deprecated${said === '' ? '' : `: ${truncate(said!, 200)}`}`,
        ...(replacement === undefined ? {} : { replacement: replacement.name }),
        ...(replacement?.isUncertain ? { isUncertain: true } : {}),
      };
    }
  },
};
