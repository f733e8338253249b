const usualPorts: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ftp: '21',
  ftpes: '21',
  ftps: '990',
  sftp: '22',
};

/** `HTTPS, host news.example.org, port 443`: what an address says in the words of its parts; null for none. */
export function addressFacts(address: string): string | null {
  const url = URL.parse(address);
  const [scheme = ''] = address.split(':');
  if (url === null || url.hostname === '') return null;
  const port = url.port === '' ? usualPorts[scheme.toLowerCase()] : url.port;
  return `${scheme.toUpperCase()}, host ${url.hostname}${port === undefined ? '' : `, port ${port}`}, begins at ${url.pathname}`;
}
