import { asObject, asString, defineBuiltin, type Builtin } from '../builtin.ts';
import { parseTemplate } from './parse-template.ts';
import { renderTemplate } from './render-template.ts';

/** Templates of Go: fields, variables, `if`, `range`, `with`, named templates and the functions that every template has. */
export const templateBuiltins: readonly Builtin[] = [
  defineBuiltin('strings.render_template', 2, ([template, data], context) =>
    renderTemplate(parseTemplate(asString(template)), asObject(data), context),
  ),
];
