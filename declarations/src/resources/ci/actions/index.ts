export * from './pipelines.ts';
export * from './workflows.ts';
