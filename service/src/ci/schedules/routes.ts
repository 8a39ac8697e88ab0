export { routes } from './schedules.ts';
