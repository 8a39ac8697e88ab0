import { getKeyword } from '@hyperjump/json-schema/experimental';
import '@hyperjump/json-schema/formats';
import { setShouldValidateFormat } from '@hyperjump/json-schema/draft-2020-12';
import { fromJs } from '@hyperjump/json-schema/instance/experimental';
import { withoutConsole } from './without-console.ts';

/**
 * Whether a text has a format, as the dialect of the `format` keyword of this id defines it. A format that the dialect does not define is
 * true in the drafts, and undefined in v1, where it is an error of the schema.
 */
export const hasFormat = (keyword: string, format: string, text: string): boolean | undefined => {
  const { interpret } = getKeyword<string>(`https://json-schema.org/keyword/${keyword}`);
  setShouldValidateFormat(true);
  try {
    return withoutConsole(() => interpret(format, fromJs(text), undefined as never));
  } catch (error) {
    // What the library cannot decide (an address of a future IP version) is not wrong.
    return error instanceof Error && /^The '.*' format is not supported/.test(error.message) ? undefined : true;
  } finally {
    setShouldValidateFormat(false);
  }
};
