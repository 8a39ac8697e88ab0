/** Validates bodies against the schemas of one OpenAPI document. */
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

/**
 * Answers the validator of a schema in which `$ref` leads to `components`; `ajv.errorsText` tells what it found. All of them are parts of
 * one root, since a component is compiled once for each root: of most schemas the components are nearly everything.
 */
export function createDocumentValidators(components: unknown, options: Options = {}): (schema: object) => ValidateFunction {
  // Formats and keywords of OpenAPI are annotations. Each validator runs a few times: to improve its code takes longer than it saves.
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
    ...options,
  });
  const answers: object[] = [];
  const validators = new Map<object, ValidateFunction>();
  ajv.addSchema({ components, answers }, 'document');
  return (schema) => {
    let validator = validators.get(schema);
    if (!validator) validators.set(schema, (validator = ajv.getSchema(`document#/answers/${answers.push(schema) - 1}`)!));
    return validator;
  };
}
