/** So many projects stand at the side at first. */
export const PROJECTS_AT_FIRST = 30;

/** What a view asks before anything can be drawn. The server names it with the page, so that browsers ask before they have read the script. */
export function firstQuestions(path: string): readonly string[] {
  if (path === '/welcome') return ['/api/me'];
  return ['/api/me', `/api/projects?limit=${PROJECTS_AT_FIRST}`, ...(path === '/' ? ['/api/home'] : [])];
}
