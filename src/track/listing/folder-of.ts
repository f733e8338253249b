/** The folder that a file or folder stands in, with its slash; empty when there is none above. */
export function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/', url.length - 2) + 1);
}
