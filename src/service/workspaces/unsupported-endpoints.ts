import { describeRequestList } from '../json-api/describe-document.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';

const noStacks = 'this service has no stacks';

/** Endpoints of the hosted service that this one does not support. They answer 501: a 404 would look like a missing object. */
const unsupportedEndpoints: { readonly [row: string]: string } = {
  'POST /varsets/{varset_id}/relationships/stacks': noStacks,
  'DELETE /varsets/{varset_id}/relationships/stacks': noStacks,
};

const refuse =
  (detail: string): Route['handle'] =>
  async () => {
    throw new Problem(501, [{ detail }]);
  };

export const routes = Object.entries(unsupportedEndpoints).map(([row, detail]) =>
  route(row, refuse(detail), { description: { summary: `Refused: ${detail}.`, request: describeRequestList('stacks'), responses: {} } }),
);
