export { judgeSource } from './judge-source.ts';
export type { Association, Settings } from './association.ts';
