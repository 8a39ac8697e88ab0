export * from './contexts.ts';
export * from './deployments.ts';
export * from './insights.ts';
export * from './pipelines.ts';
export * from './policies.ts';
export * from './projects.ts';
export * from './users.ts';
