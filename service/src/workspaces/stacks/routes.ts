export { routes } from './stacks.ts';
