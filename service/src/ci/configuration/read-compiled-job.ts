import { parse } from 'yaml';
import type { Configuration, JobConfig } from './configuration.ts';

/**
 * Parses what printConfiguration wrote. A key is not looked for among those before it: a printed map has each once, and looking takes
 * seconds for 10,000 jobs.
 */
export const parsePrintedConfiguration = (yaml: string): unknown => parse(yaml, { maxAliasCount: 0, uniqueKeys: false });

/** Reads one job of a compiled configuration; empty for a job that needs no definition. `yaml`: as printConfiguration writes it. */
export const readCompiledJob = (yaml: string, name: string): JobConfig => {
  const { jobs } = parsePrintedConfiguration(yaml) as Configuration;
  return Object.hasOwn(jobs, name) ? jobs[name]! : {};
};
