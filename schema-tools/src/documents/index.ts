/** Files as the linter sees them: bytes to text, text to values and places, edits back to text. */
export { decode, encode, type DecodedText as Decoded, type Encoding } from './decode.ts';
export { applyEdits } from './edits.ts';
export { formatOf } from './format.ts';
export { lineIndex, type LineIndex, type Position } from './line-index.ts';
export { readSource } from './read-source.ts';
export { maxYamlDepth as levels, findTooDeep, findTooDeep as tooDeep } from './yaml/yaml-depth.ts';
export { readYaml } from './yaml/read-yaml.ts';
export type * from './source.ts';
