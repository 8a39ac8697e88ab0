export * from './expressions.ts';
export * from './fingerprints.ts';
export * from './slugs.ts';
export * from './usage-report.ts';
