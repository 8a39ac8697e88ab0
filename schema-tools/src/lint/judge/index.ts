export { judgeSource } from './judge-source.ts';
export type { Association, Settings } from './types.ts';
