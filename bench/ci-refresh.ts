/**
 * Refresh of 1,000 variables of one context and of 500 triggers of one pipeline definition with the real engine and the installed
 * plugin, against a service in a process of its own: `tsx bench/ci-refresh.ts`. Needs `npm run build`, and an engine.
 */
import { runStandalone } from './parts/run-standalone.ts';
import { benchEngine, providerRequirement } from './parts/bench-engine.ts';
import { engineRounds, roundFigures } from './parts/engine-rounds.ts';
import type { Figure, Measure } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const rounds = 5;
const variables = 1000;
const triggers = 500;
const variablesHcl =
  `resource "slipway_ci_context" "shared" {\n  name = "shared"\n}\nresource "slipway_ci_context_variable" ` +
  `"some" {\n  count      = ${variables}\n  context_id = slipway_ci_context.shared.id\n  name       = "NAME_\${count.index}"\n  ` +
  `value      = "some value"\n}\n`;
const triggersHcl = `resource "slipway_ci_project" "web" {
  name = "web"
}
resource "slipway_ci_pipeline_definition" "build" {
  project_id                       = slipway_ci_project.web.id
  name                             = "build"
  config_source_provider           = "codehost_app"
  config_source_repo_external_id   = "101"
  config_source_file_path          = ".ci/config.yml"
  checkout_source_provider         = "codehost_app"
  checkout_source_repo_external_id = "101"
}
resource "slipway_ci_trigger" "some" {
  count                         = ${triggers}
  project_id                    = slipway_ci_project.web.id
  pipeline_definition_id        = slipway_ci_pipeline_definition.build.id
  event_source_provider         = "codehost_app"
  event_source_repo_external_id = "101"
  event_name                    = "push-\${count.index}"
  event_preset                  = "all-pushes"
}
`;

const measureRefresh = async (
  what: string,
  hcl: string,
  count: number,
  made: number,
  targets: Parameters<typeof roundFigures>[3],
  progress: (words: string) => void,
): Promise<readonly Figure[]> => {
  const service = await serviceProcess(['--in-memory']);
  const engine = await benchEngine(providerRequirement + hcl, {
    SLIPWAY_CI_ADDRESS: service.address,
    SLIPWAY_CI_TOKEN: token,
    SLIPWAY_CI_ORGANIZATION: 'gh/acme',
  });
  const several = engineRounds(service, engine, progress);
  try {
    const applies = await several(
      ['apply', '-auto-approve'],
      new RegExp(`Apply complete! Resources: ${made} added, 0 changed, 0 destroyed\\.`),
      1,
    );
    const refreshes = await several(['plan', '-refresh-only'], /No changes\./, rounds);
    return [...roundFigures(`apply of ${what}`, applies, count, {}), ...roundFigures(`refresh of ${what}`, refreshes, count, targets)];
  } finally {
    engine.end();
    await service.end();
  }
};

export const measure: Measure = async (progress) => [
  // A page of the CI service is of 20 things: the list of variables alone is 50 requests.
  ...(await measureRefresh(
    '1,000 context variables',
    variablesHcl,
    variables,
    variables + 1,
    { cpu: 1.5, requests: 60, memory: true },
    progress,
  )),
  ...(await measureRefresh('500 triggers', triggersHcl, triggers, triggers + 2, { cpu: 1.5, requests: 60, memory: true }, progress)),
];

await runStandalone(import.meta, measure);
