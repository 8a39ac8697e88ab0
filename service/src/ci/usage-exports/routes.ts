export { routes } from './usage-exports.ts';
