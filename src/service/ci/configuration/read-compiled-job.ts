import { parse } from 'yaml';
import type { Configuration, JobConfig } from './configuration.ts';

/** Reads one job of a compiled configuration; empty for a job that needs no definition. `yaml`: as printConfiguration writes it. */
export const readCompiledJob = (yaml: string, name: string): JobConfig => {
  const { jobs } = parse(yaml, { maxAliasCount: 0 }) as Configuration;
  return Object.hasOwn(jobs, name) ? jobs[name]! : {};
};
