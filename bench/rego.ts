/**
 * Decisions of a realistic bundle: 20 policies about a configuration of 3,000 lines: `tsx bench/rego.ts`. The first decision also
 * compiles patterns; it is told apart from the others.
 */
import { stringify } from 'yaml';
import { compileModules, parseModules, query } from '@slipway/rego';
import { runStandalone } from './parts/run-standalone.ts';
import type { Figure, Measure } from './parts/figure.ts';

const rounds = 40;
const jobCount = 215;

/** The bodies of five kinds of policies; each is made for four prefixes of job names. */
const bodies = [
  'some step in job.steps; regex.match(`curl[^|]*\\|\\s*(ba)?sh`, step.run.command); reason := sprintf("%s pipes a download", [name])',
  'some image in job.docker; endswith(image.image, ":latest"); reason := sprintf("%s uses %s", [name, image.image])',
  'not job.resource_class in {"small", "medium", "large"}; reason := sprintf("%s has the class %v", [name, job.resource_class])',
  'some key, value in job.environment; contains(lower(key), "secret"); count(value) > 0; reason := sprintf("%s sets %s", [name, key])',
  'count([s | some s in job.steps; s.run]) > 4; every step in job.steps { step.run.name }; reason := sprintf("%s has many steps", [name])',
];
const policyOf = (body: string, index: number): string =>
  `package org\nimport rego.v1\npolicy_name contains "policy_${index}"\nenable_rule contains "rule_${index}"\n` +
  `rule_${index} contains reason if {\n  some name, job in input.jobs\n  startswith(name, "job_${index % 4}")\n` +
  `  ${body.replaceAll('; ', '\n  ')}\n}\n`;

const configuration = {
  version: 2.1,
  jobs: Object.fromEntries(
    Array.from({ length: jobCount }, (_, index) => [
      `job_${index}`,
      {
        docker: [{ image: `registry.example/app:${index % 9 === 0 ? 'latest' : index}` }],
        resource_class: index % 7 === 0 ? '2xlarge' : 'medium',
        environment: { STAGE: 'test', API_SECRET: index % 11 === 0 ? 'x' : '' },
        steps: Array.from({ length: 2 }, (_unused, step) => ({ run: { name: `step ${step}`, command: `make target-${step}` } })),
      },
    ]),
  ),
};

export const measure: Measure = (progress) => {
  const lines = stringify(configuration).split('\n').length;
  progress(`${lines} lines`);
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`policy_${index}.rego`, policyOf(bodies[index % bodies.length] as string, index)]),
  );
  const samples: number[] = [];
  const began = performance.now();
  const root = compileModules(parseModules(files));
  const compiled = performance.now() - began;
  for (let round = 0; round <= rounds; round++) {
    const start = process.cpuUsage();
    query({ root }, 'data.org', { input: configuration });
    const { user, system } = process.cpuUsage(start);
    samples.push((user + system) / 1000);
  }
  const [first, ...others] = samples as [number, ...number[]];
  const title = `rego, 20 policies, ${lines.toLocaleString('en-US')} lines`;
  const figures: Figure[] = [
    { title: `${title}: compile`, unit: 'ms', samples: [compiled] },
    { title: `${title}: processor time of the first decision`, unit: 'ms', samples: [first] },
    { title: `${title}: processor time of a decision after it`, unit: 'ms', samples: others, target: { atMost: 50 } },
  ];
  return Promise.resolve(figures);
};
await runStandalone(import.meta, measure);
