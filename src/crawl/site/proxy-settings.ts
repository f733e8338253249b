import { percentDecoded } from '../../base/index.ts';
import type { ProxySettings } from '../../fetch/index.ts';
import { AppError } from '../run/errors.ts';

/** `http://user:password@host:port` or `socks5://host:port`, as people write proxies. */
export function proxySettings(text: string): ProxySettings {
  const url = URL.parse(text);
  const kind =
    url?.protocol === 'http:'
      ? 'http'
      : url?.protocol === 'socks5:' || url?.protocol === 'socks:'
        ? 'socks5'
        : null;
  if (url === null || kind === null || url.hostname === '') {
    throw new AppError(
      'APP_PROXY_INVALID',
      `"${text}" is not a proxy: write http://host:port or socks5://host:port`,
    );
  }
  return {
    kind,
    host: url.hostname,
    port: url.port === '' ? (kind === 'http' ? 8080 : 1080) : Number(url.port),
    ...(url.username !== '' && {
      username: percentDecoded(url.username),
      password: percentDecoded(url.password),
    }),
  };
}
