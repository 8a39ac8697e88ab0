import { bareNodeTitle, bareServerTitles } from '../bare-node.ts';

/** A figure of docs/bench.md. */
export interface ReleaseFigure {
  /** On the page. */
  readonly title: string;
  /** The part of the bench that measures it and what it is divided by. */
  readonly part: string;
  /** Its title in the table of the part, and that of the divisor. Of a figure in "×" the divisor has no line of its own. */
  readonly figure: string;
  readonly divisor: string;
  /** Of the value, unless it is in "×". */
  readonly goal: string;
}

const engineAlone = 'plan of one builtin terraform_data, for comparison';

/** All figures, in the order of the page. */
export const releaseFigures: readonly ReleaseFigure[] = [
  { title: 'a plugin: exec to handshake', part: 'start', figure: 'plugin: exec to handshake', divisor: bareNodeTitle, goal: '≤ 45 ms' },
  {
    title: 'a plan of one workspace, installed plugin',
    part: 'one-plan',
    figure: 'plan of one workspace, by the installed plugin',
    divisor: engineAlone,
    goal: '≤ 5 ×',
  },
  {
    title: 'refresh of 1,000 workspaces: processor time of the provider',
    part: 'thousand',
    figure: 'refresh of 1,000 workspaces: provider CPU',
    divisor: bareNodeTitle,
    goal: '≤ 1.5 s',
  },
  {
    title: 'apply of 1,000 workspaces, state in the service',
    part: 'state-stores',
    figure: 'apply by state store: 1,000 workspaces, state in the service',
    divisor: 'apply by state store: the engine alone, state in the service',
    goal: '≤ 1.5 ×',
  },
  {
    title: '`slipway plan`',
    part: 'slipway-plan',
    figure: '`slipway plan`',
    divisor: '`terraform plan`, installed plugin',
    goal: '≤ 0.5 ×',
  },
  {
    title: 'a run by an engine: POST /runs until its plan is there',
    part: 'engine-runs',
    figure: 'POST /runs until its plan is there',
    divisor: 'init and plan of an empty configuration by the engine alone, for comparison',
    goal: '≤ 1.5 ×',
  },
  {
    title: '`startService()` and `stop()`, the first of a process: processor time',
    part: 'test-service',
    figure: '`startService()` and `stop()`, the first of a process: processor time',
    divisor: 'bare `node -e 0`, processor time, for comparison',
    goal: '',
  },
  {
    title: 'service: exec to ready, a new data folder',
    part: 'service',
    figure: 'service: exec to ready, a new data folder',
    divisor: bareNodeTitle,
    goal: '≤ 300 ms',
  },
  {
    title: 'SQLite, 64 clients: creates',
    part: 'service',
    figure: 'durable creates of workspaces, 64 clients',
    divisor: bareServerTitles.rate,
    goal: '≥ 2,000 per second',
  },
  {
    title: 'SQLite, 64 clients: reads',
    part: 'service',
    figure: 'reads of workspace documents, 64 clients',
    divisor: bareServerTitles.rate,
    goal: '≥ 8,000 per second',
  },
  {
    title: 'SQLite: processor time of 1,000 creates',
    part: 'service',
    figure: 'durable creates of workspaces: service CPU for 1,000',
    divisor: bareServerTitles.processorTime,
    goal: '',
  },
  {
    title: 'SQLite: processor time of 1,000 reads',
    part: 'service',
    figure: 'reads of workspace documents: service CPU for 1,000',
    divisor: bareServerTitles.processorTime,
    goal: '',
  },
  {
    title: 'memory of the service with 10,000 workspaces',
    part: 'service',
    figure: 'service memory at 10,000 workspaces, after all of the above',
    divisor: bareServerTitles.memory,
    goal: '≤ 200 MB',
  },
  {
    title: 'PostgreSQL, one process: creates',
    part: 'scale',
    figure: 'PostgreSQL: creates over HTTP, 64 clients',
    divisor: 'pgbench with the statements of creates, 16 clients',
    goal: '≥ 1,000 per second, 0.5 ×',
  },
  {
    title: 'PostgreSQL, one process: reads',
    part: 'scale',
    figure: 'PostgreSQL: reads over HTTP, 64 clients',
    divisor: 'pgbench with the statements of reads, 16 clients',
    goal: '≥ 2,500 per second, 0.5 ×',
  },
  {
    title: 'PostgreSQL, two processes: creates',
    part: 'scale',
    figure: 'PostgreSQL, 2 processes: creates, as a share of one process',
    divisor: 'one process, in turn',
    goal: '≥ 1 ×',
  },
  {
    title: 'PostgreSQL, two processes: reads',
    part: 'scale',
    figure: 'PostgreSQL, 2 processes: reads, as a share of one process',
    divisor: 'one process, in turn',
    goal: '≥ 1 ×',
  },
  {
    title: 'exec to ready with 100,000 workspaces, SQLite',
    part: 'scale',
    figure: 'SQLite, 100,000 workspaces: exec to ready',
    divisor: bareNodeTitle,
    goal: '≤ 300 ms',
  },
  {
    title: 'exec to ready with 100,000 workspaces, PostgreSQL',
    part: 'scale',
    figure: 'PostgreSQL, 100,000 workspaces: exec to ready',
    divisor: bareNodeTitle,
    goal: '≤ 300 ms',
  },
  {
    title: 'schema-tools: installed schemas, files',
    part: 'schema-tools',
    figure: 'installed schemas, files: ours as a multiple of ajv, validating only',
    divisor: 'ajv, validating only',
    goal: '≥ 3 ×',
  },
];
