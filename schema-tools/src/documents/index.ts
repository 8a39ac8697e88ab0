/** Documents in JSON, YAML and TOML: bytes to text, text to values and locations, edits back to text. */
export { decode, encode, type DecodedText, type Encoding } from './decode.ts';
export { applyEdits } from './edits.ts';
export { formatOf } from './format.ts';
export { lineIndex, type LineIndex, type Position } from './line-index.ts';
export { parseIndex, parsePointer } from './pointer.ts';
export { readSource } from './read-source.ts';
export type * from './source.ts';
