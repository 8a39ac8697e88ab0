/** The base path of API v1.1, whose slugs always have three segments. */
export const apiV1Path = '/api/v1.1';
export const apiV1ProjectPath = `${apiV1Path}/project/{provider}/{organization}/{project}`;
