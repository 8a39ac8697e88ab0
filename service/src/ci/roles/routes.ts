export { routes } from './role-assignments.ts';
