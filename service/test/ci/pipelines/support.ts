import { defaultSettings } from '../../../src/http/settings.ts';
import { advancePipelines } from '../../../src/ci/pipelines/advance-pipelines.ts';
import { startCiService, type CiTestService } from '../support.ts';

export interface PipelineTest extends CiTestService {
  /** Milliseconds go by, and what was due is moved. */
  wait(milliseconds: number): Promise<void>;
  /** A project of a code host, `gh/acme/web` unless named, whose configuration is this text; its id. */
  configureProject(text: string, name?: string): Promise<string>;
  /** Starts a pipeline of `gh/acme/web`; its id. */
  trigger(body?: object): Promise<string>;
  /** Statuses of a pipeline's workflows, and of their jobs by name. */
  statuses(pipeline: string): Promise<any>;
}

/** Each status lasts 100 milliseconds. */
export const startPipelineTest = async (options: Parameters<typeof startCiService>[0] = {}): Promise<PipelineTest> => {
  const whole = await startCiService(options);
  const settings = { ...defaultSettings, ...options.settings };
  let now = Date.parse('2026-05-01T12:00:00.000Z');
  return {
    ...whole,
    wait: async (milliseconds) => {
      now += milliseconds;
      whole.clock.freeze(new Date(now));
      await advancePipelines(whole.store, whole.clock, settings);
    },
    configureProject: async (text, name = 'web') => {
      const { id } = await whole.project(name, 'gh/acme');
      await whole.store.write((tx) =>
        tx.insert({ id: `text-${id}`, kind: 'ci-configurations', scope: id, key: 'config', name: '', body: { text } }),
      );
      return id;
    },
    trigger: async (body) => {
      const answer = await whole.ci('POST /project/gh/acme/web/pipeline', body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer));
      return answer.body.id;
    },
    statuses: async (pipeline) =>
      Object.fromEntries(
        await Promise.all(
          (await whole.ci(`GET /pipeline/${pipeline}/workflow`)).body.items.map(async ({ id, name, status }: any) => [
            name,
            [status, Object.fromEntries((await whole.ci(`GET /workflow/${id}/job`)).body.items.map((job: any) => [job.name, job.status]))],
          ]),
        ),
      ),
  };
};

export const twoJobs = `version: 2.1
jobs:
  test: { docker: [{ image: node }], steps: [checkout, { run: npm test }] }
  ship: { docker: [{ image: node }], resource_class: large, parallelism: 2, steps: [checkout] }
workflows:
  all:
    jobs:
      - test
      - hold: { type: approval, requires: [test] }
      - ship: { requires: [hold] }
`;
