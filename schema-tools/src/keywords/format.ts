import type { FormatHandling } from '../api.ts';
import { SchemaError } from '../schema-error.ts';
import { type Assertion, defineAssertion, type KeywordFactory } from './keyword-context.ts';

/** `format` of each draft, which annotates; by its id. */
export const annotatedFormats: readonly string[] = ['04', '06', '07', '2019-09', '2020-12'].map((draft) => `draft-${draft}/format`);
const latestDraft = 'draft-2020-12/format';

/** `format` of v1, which is checked. */
const v1Format = 'format';
const checkedPrefix = 'checked/';
/** `format` where it is checked: of v1, and of each draft on demand. */
export const checkedFormats: readonly string[] = [v1Format, ...annotatedFormats.map((keyword) => checkedPrefix + keyword)];
const checkedFormatSet: ReadonlySet<string> = new Set(checkedFormats);
export const isCheckedFormat = (keyword: string): boolean => checkedFormatSet.has(keyword);

/** The id under which a keyword is evaluated when formats are handled so; every keyword but `format` keeps its own. */
export const formatKeyword = (keyword: string, formats: FormatHandling): string => {
  if (formats === 'annotate' && keyword === v1Format) return latestDraft;
  return formats === 'assert' && annotatedFormats.includes(keyword) ? checkedPrefix + keyword : keyword;
};

export const formats: readonly KeywordFactory[] = checkedFormats.map((checked) => {
  const keyword = checked.replace(checkedPrefix, '');
  return defineAssertion(checked, (format: string, { hasFormat, keyword: row }): Assertion | undefined =>
    hasFormat === undefined
      ? undefined
      : {
          holds: (value) => {
            if (typeof value !== 'string') return true;
            const holds = hasFormat(keyword, format, value);
            if (holds === undefined) throw new SchemaError(row(checked)![1], `the format \`${format}\` is not known`);
            return holds;
          },
          expected: () => `expected a text in the format \`${format}\``,
        },
  );
});
