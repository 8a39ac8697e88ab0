export { routes } from './pipeline-definitions.ts';
