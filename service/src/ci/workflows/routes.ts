export { routes } from './workflows.ts';
