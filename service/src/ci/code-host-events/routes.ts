export { routes } from './code-host-events.ts';
