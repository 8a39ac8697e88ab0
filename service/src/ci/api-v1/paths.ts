/** Of API v1.1, whose slugs are always three segments. */
export const apiV1Path = '/api/v1.1';
export const apiV1ProjectPath = `${apiV1Path}/project/{provider}/{organization}/{project}`;
