import type * as cdktf from 'cdktf';

declare const wordOf: unique symbol;

/** A text of which only the engine knows which of these words it is: an attribute of another construct. */
export type WordToken<W extends string> = string & { readonly [wordOf]: W };

/**
 * One of these words, or a token: an attribute that has them, `variable.value`, `Fn.…` by `Token.asAny`. Any other text does not compile.
 */
export type Word<W extends string> = W | WordToken<W> | cdktf.IResolvable;

/** Some of these words, or tokens; a list token (`variable.listValue`) by `Token.asAny`. */
export type WordList<W extends string> = readonly Word<W>[] | cdktf.IResolvable;
