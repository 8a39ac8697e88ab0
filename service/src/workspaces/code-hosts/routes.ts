export { routes } from './code-hosts.ts';
