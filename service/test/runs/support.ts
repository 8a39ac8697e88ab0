export * from '../no-code/support.ts';
