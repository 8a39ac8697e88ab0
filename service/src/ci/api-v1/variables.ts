import { arrayValue, objectValue, stringValue } from '../../http/body-schemas.ts';
import { route } from '../../http/route.ts';
import { routes as projectVariables } from '../projects/project-variables.ts';
import { callList, callRoute } from '../requests/call-route.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { apiV1ProjectPath } from './paths.ts';
import { messageBody } from './schemas.ts';

const path = `${apiV1ProjectPath}/envvar`;
const v2Path = '/project/{project-slug}/envvar';

interface ProjectVariableBody {
  readonly name: string;
  readonly value: string;
}
const render = ({ name, value }: ProjectVariableBody): ProjectVariableBody => ({ name, value });

const variableBody = objectValue({ name: stringValue, value: stringValue });

export const routes = [
  route(`GET ${path}`, async (ctx) => ciOk((await callList(ctx, projectVariables, `GET ${v2Path}`)).map(render)), {
    atRoot: true,
    description: { summary: 'Lists the variables of a project, with masked values.', responses: { 200: arrayValue(variableBody) } },
  }),
  route(`POST ${path}`, async (ctx) => ciCreated(render(await callRoute(ctx, projectVariables, `POST ${v2Path}`))), {
    atRoot: true,
    description: {
      summary: 'Creates a variable of a project, or replaces it.',
      request: variableBody,
      responses: { 201: variableBody },
      example: { name: 'REGION', value: 'eu-central-1' },
    },
  }),
  route(`GET ${path}/{name}`, async (ctx) => ciOk(render(await callRoute(ctx, projectVariables, `GET ${v2Path}/{name}`))), {
    atRoot: true,
    description: { summary: 'Shows a variable of a project, with its value masked.', responses: { 200: variableBody } },
  }),
  route(
    `DELETE ${path}/{name}`,
    async (ctx) => {
      await callRoute(ctx, projectVariables, `DELETE ${v2Path}/{name}`);
      return ciOk({ message: 'ok' });
    },
    { atRoot: true, description: { summary: 'Deletes a variable of a project.', responses: { 200: messageBody } } },
  ),
];
