export { configuredSeverity, severityOf } from './severity-of.ts';
export { compareVersions, isVersion } from './compare-versions.ts';
