/** The messages of Open Policy Agent about a document, by the name of the error; `{x}` is a detail. */
export const documentMessages = {
  false: 'False always fails validation',
  required: '{property} is required',
  invalid_type: 'Invalid type. Expected: {expected}, given: {given}',
  number_any_of: 'Must validate at least one schema (anyOf)',
  number_one_of: 'Must validate one and only one schema (oneOf)',
  number_all_of: 'Must validate all the schemas (allOf)',
  number_not: 'Must not validate the schema (not)',
  missing_dependency: 'Has a dependency on {dependency}',
  const: '{field} does not match: {allowed}',
  enum: '{field} must be one of the following: {allowed}',
  array_no_additional_items: 'No additional items allowed on array',
  array_min_items: 'Array must have at least {min} items',
  array_max_items: 'Array must have at most {max} items',
  unique: 'array items[{i},{j}] must be unique',
  contains: 'At least one of the items must match',
  array_min_properties: 'Must have at least {min} properties',
  array_max_properties: 'Must have at most {max} properties',
  additional_property_not_allowed: 'Additional property {property} is not allowed',
  invalid_property_name: 'Property name of "{property}" does not match',
  string_gte: 'String length must be greater than or equal to {min}',
  string_lte: 'String length must be less than or equal to {max}',
  format: "Does not match format '{format}'",
  multiple_of: 'Must be a multiple of {multiple}',
  number_gte: 'Must be greater than or equal to {min}',
  number_gt: 'Must be greater than {min}',
  number_lte: 'Must be less than or equal to {max}',
  number_lt: 'Must be less than {max}',
  condition_then: 'Must validate "then" as "if" was valid',
  condition_else: 'Must validate "else" as "if" was not valid',
} as const;
export type DocumentError = keyof typeof documentMessages;

/** The details of an error by name, each as it is printed. */
export type ErrorDetails = Readonly<Record<string, string>>;

export const formatDocumentMessage = (error: DocumentError, details: ErrorDetails): string =>
  documentMessages[error].replace(/\{(\w+)\}/g, (_whole, name: string) => details[name] ?? '');
