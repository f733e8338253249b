/** The number of projects that the side of the page shows at first. */
export const PROJECTS_AT_FIRST = 30;

/**
 * The requests that a view needs before it can be rendered. The server names them with the page, so that browsers send them before the script is
 * read.
 */
export function firstQuestions(path: string): readonly string[] {
  if (path === '/welcome') return ['/api/me'];
  return ['/api/me', `/api/projects?limit=${PROJECTS_AT_FIRST}`, ...(path === '/' ? ['/api/home'] : [])];
}
