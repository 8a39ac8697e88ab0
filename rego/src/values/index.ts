export * from './compare.ts';
export * from './json.ts';
export { parseJson, readStringToken } from './json-text.ts';
export { keyOf } from './key.ts';
export { keyedMembers } from './keyed-members.ts';
export * from './make.ts';
export * from './numbers.ts';
export { sizeOf } from './size.ts';
export * from './value.ts';
