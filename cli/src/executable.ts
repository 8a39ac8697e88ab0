/**
 * The entry of the single executable. It runs one of several embedded scripts, which are separate so that none loads another's text: the
 * provider, if an engine started it (which sets a variable); the program `circleci` of jobs and the gateway of a sandbox, if their
 * launchers did; otherwise the command line.
 */
import { runEmbeddedScript } from 'slipway/protocol/embedded-scripts';
import { runPlugin } from 'slipway/protocol/run-plugin';
import { agentVariable } from '@slipway/service/ci/runner/agent/agent-files';
import { gatewayVariable } from '@slipway/service/runner/isolation/gateway/gateway';

const { TF_PLUGIN_MAGIC_COOKIE: cookie, [agentVariable]: agent, [gatewayVariable]: gateway } = process.env;
delete process.env[agentVariable];
delete process.env[gatewayVariable];
if (cookie !== undefined) runPlugin((entry) => runEmbeddedScript(entry, require));
else if (gateway !== undefined) runEmbeddedScript('run-gateway.cjs', require);
else runEmbeddedScript(agent !== undefined ? 'ci-agent.cjs' : 'cli.cjs', require);
